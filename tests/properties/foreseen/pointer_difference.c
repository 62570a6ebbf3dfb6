char a[8], b[8];
int f(int n){
  char *p = a;
  for (int i=0;i<(n&7);i++) p++;
  b[p-a] = 7;
  return b[3];
}
