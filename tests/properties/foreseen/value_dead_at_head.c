int f(int n){
  int x=0, s=0;
  for(int i=0;i<n;i++){
    s+=1;
    x=i*2; s+=x;
  }
  return s;
}
