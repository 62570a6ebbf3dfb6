// find --buffer 2 --nullable map --nullable key --nullable found --nullable raw --assume 'map->size < 2'
struct map {
    unsigned size;
    int *values;
};

int map_is_null;

int find(const struct map *map, const char *key, int found[2], void *raw, int start)
{
    if (!map || !key || !raw)
        return -1;
    if (found)
        found[0] = map->values[map->size];
    return key[0] + start;
}
