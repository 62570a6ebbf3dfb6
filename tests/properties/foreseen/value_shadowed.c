int g;
int f(int a,int b){
  int x = a;
  { int x = b; g += x; }
  g++;
  return x;
}
