int f(int a,int b){
  int i=0,x;
  do { x = a+i; i++; } while(i<b);
  int s=0;
  for(int j=0;j<1;j++)
    s+=x;
  return s;
}
