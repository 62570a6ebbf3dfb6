int x = 1;
int f(int a){
  static int x;
  x += a;
  return x;
}
