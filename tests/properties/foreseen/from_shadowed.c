int g;
int f(int a){
  int x = a;
  {
    int x = a + 1;
    g = x;
    if (x < 5) g = 2; else g = 3;
  }
  if (x == 4)
    g = 7;
  return x;
}
