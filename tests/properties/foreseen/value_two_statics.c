int g;
int f(int a){
  { static int x = 5; x += a;
    g = x; }
  { static int x = 9; x -= a;
    g += x; }
  return g;
}
