// f --buffer 2 --string 5
int f(const char *s, int *numbers) { return s[numbers[0] & 3]; }
