int g;
int f(int x){
  switch (x) {
  case 1: break; case 2: if (x == 3) g = 5;
  }
  g++;
  if (x == 7) { if (x == 8)
    g = 1; else goto e; }
e:
  return g;
}
