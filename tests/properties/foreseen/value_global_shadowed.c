int g, x = 7;
int f(int a){
  g = x + a;
  { int x = a; g += x; }
  return g;
}
