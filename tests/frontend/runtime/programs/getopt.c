/* getopt.h: what is returned, the messages, and the order of the words at the end. */

#include "cases.h"
#include <getopt.h>

static int flag;
static const struct option LONGS[] = {
    {"help", no_argument, NULL, 'h'},     {"verbose", no_argument, &flag, 7},  {"version", no_argument, NULL, 'V'},
    {"file", required_argument, NULL, 'f'}, {"format", required_argument, NULL, 'F'}, {"colour", optional_argument, NULL, 'c'},
    {"color", optional_argument, NULL, 'c'}, {"x", no_argument, NULL, 'x'},     {NULL, 0, NULL, 0},
};
static const char *const LETTERS[] = {"ab:c::W;x", "+ab:c::", "-ab:c::", ":ab:c::W;", "-:b:", "+:ab:", "", ":", "a", "h"};
static char *const WORDS[] = {
    "-a", "-b", "-c", "-ab", "-abc", "-bX", "-cX", "--", "-", "op", "word", "-q", "--help", "--he", "--ver", "--v", "--verb",
    "--file", "--file=x", "--fi", "--f", "--format=", "--colo", "--col=1", "--color", "--help=1", "--nope", "-W", "-Whelp",
    "-Wfile=3", "-x", "-help", "-file", "-fo=1", "-xa", "--x", "-:", "-;", "-he", "-v",
};

static void try(int kind, const char *letters, int count, char **words) {
    int index, turns = 0, result;
    opterr = kind < 4;
    optind = pick(4) ? 0 : 1;
    if (optind) {
        optind = 0;
        getopt(1, words, letters);
    }
    show("%d '%s':", kind, letters);
    for (int i = 1; i < count; i++) show(" %s", words[i]);
    show("\n");
    do {
        index = -5;
        switch (kind % 4) {
        case 0: result = getopt(count, words, letters); break;
        case 1: result = getopt_long(count, words, letters, LONGS, &index); break;
        case 2: result = getopt_long_only(count, words, letters, LONGS, &index); break;
        default: result = getopt_long(count, words, letters, LONGS, NULL);
        }
        show("%d %d %s %d %d %d\n", result, index, optarg ? optarg : "-", optind, result == '?' || result == ':' ? optopt : 0, flag);
        flag = 0;
    } while (result != -1 && turns++ < 12);
    for (int i = 0; i < count; i++) show("%s ", words[i]);
    show("%s\n", words[count] ? "?" : "end");
}

void cases(int rounds) {
    for (int i = 0; i < rounds + 5; i++) {
        char *words[8] = {"program"};
        int count = 1 + (int)pick(6);
        for (int j = 1; j < count; j++) words[j] = WORDS[pick(COUNT(WORDS))];
        try((int)pick(8), LETTERS[pick(COUNT(LETTERS))], count, words);
    }
}
