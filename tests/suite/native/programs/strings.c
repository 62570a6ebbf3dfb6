#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static char global_text[16] = "global";
static const char *names[] = {"one", "two", "three", NULL};

int main(void) {
    char buffer[32], exact[6];
    strcpy(exact, "hello");
    strncpy(buffer, "abcdefghijkl", 5);
    buffer[5] = 0;
    strcat(buffer, "-");
    strncat(buffer, "xyz", 2);
    printf("%s %s %zu\n", exact, buffer, strlen(buffer));
    printf("%d %d %d\n", strcmp("a", "a"), strcmp("a", "b") < 0, strncmp("abc", "abd", 2));
    printf("%d %d\n", strcasecmp("HeLLo", "hEllO"), strncasecmp("ABx", "aby", 2));
    printf("%s %s\n", strchr("key=value", '='), strrchr("a/b/c", '/'));
    printf("%s %zu %zu\n", strstr("haystack", "st"), strspn("aabbc", "ab"), strcspn("aabbc", "c"));
    printf("%s %p\n", strpbrk("hello", "lo"), (void *)strchr("abc", 'z'));
    char list[] = "a,b;c,,d", *rest;
    for (char *t = strtok(list, ",;"); t; t = strtok(NULL, ",;")) printf("[%s]", t);
    char other[] = "x y z";
    for (char *t = strtok_r(other, " ", &rest); t; t = strtok_r(NULL, " ", &rest)) printf("<%s>", t);
    printf("\n");
    for (int i = 0; names[i]; i++) printf("%s ", names[i]);
    char *copy = strdup("duplicate"), *part = strndup("duplicate", 3);
    printf("%s %s %s\n", copy, part, global_text);
    free(copy), free(part);
    printf("%d %ld %d\n", atoi(" 42x"), strtol("0x1f", &rest, 16), *rest);
    printf("%d %d\n", memcmp("abc", "abd", 2), memcmp("ab\0c", "ab\0d", 4) < 0);
    memmove(buffer + 1, buffer, 4), memset(buffer, '.', 1);
    printf("%.6s|%c|%s\n", buffer, *(char *)memchr("hello", 'l', 5), stpcpy(exact, "hey"));
    for (const char *p = "MiXed 1!"; *p; p++) putchar(isupper(*p) ? tolower(*p) : islower(*p) ? toupper(*p) : *p);
    putchar('\n');
    sprintf(buffer, "%05d|%-5s|%+.2f|%x", 42, "ab", 3.14159, 255);
    puts(buffer);
    printf("%d %s\n", snprintf(exact, sizeof exact, "%s", "truncated"), exact);
    int number;
    char word[8];
    int read = sscanf("12 abc", "%d %7s", &number, word);
    printf("%d %d %s\n", read, number, word);
    return 0;
}
