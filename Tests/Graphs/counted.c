#include "counted.h"

#include "check.h"

static struct cn_point *points_of(int count, int first) {
    struct cn_point *points = NEW_ARRAY(struct cn_point, (size_t)count);
    for (int i = 0; i < count; i++) points[i] = (struct cn_point){(int16_t)(first + i), (int16_t)(-first - i)};
    return points;
}

struct cn_counts *cn_build(void) {
    struct cn_counts *counts = NEW(struct cn_counts);
    counts->line_count = 3;
    counts->lines = NEW_ARRAY(struct cn_line, 3);
    counts->lines[0] = (struct cn_line){points_of(2, 10), 2};
    counts->lines[2] = (struct cn_line){points_of(1, 20), 1};
    counts->few = 127;
    counts->few_numbers = NEW_ARRAY(double, 127);
    for (int i = 0; i < 127; i++) counts->few_numbers[i] = i * i / 2.0;
    counts->width = 1000;
    counts->height = 2;
    counts->pixels = NEW_ARRAY(uint16_t, 2000);
    for (int i = 0; i < 2000; i++) counts->pixels[i] = (uint16_t)(i * 33);
    counts->colors = NEW_ARRAY(uint8_t, 8000);
    for (int i = 0; i < 8000; i++) counts->colors[i] = (uint8_t)(i % 251);
    counts->some = CN_TWO;
    counts->by_enum = NEW_ARRAY(int64_t, 2);
    counts->by_enum[0] = INT64_MIN;
    counts->by_enum[1] = INT64_MAX;
    counts->has_origin = true;
    counts->origin = points_of(1, 77);
    counts->matrix = NEW_ARRAY(float, 9);
    for (int i = 0; i < 9; i++) counts->matrix[i] = i == 4 ? -0.0f : (float)i;
    counts->header.size = 5;
    counts->blob = make(5);
    memcpy(counts->blob, "\0\xFF\0\x80\1", 5);
    counts->word_bytes = 12;
    counts->words = NEW_ARRAY(uint32_t, 3);
    counts->words[0] = 0xDEADBEEF;
    counts->words[2] = 1;
    counts->row_count = 2;
    counts->rows = make(2 * sizeof *counts->rows);
    for (int i = 0; i < 8; i++) counts->rows[i / 4][i % 4] = 100 * (i / 4) + i % 4;
    counts->letter_count = 4;
    counts->letters = NEW_ARRAY(char, 4);
    memcpy(counts->letters, "a\0b\xFF", 4);
    return counts;
}

const char *cn_check(const struct cn_counts *root) {
    REQUIRE(root && root->line_count == 3 && root->lines, "the lines");
    const struct cn_line *lines = root->lines;
    REQUIRE(lines[0].length == 2 && lines[0].points, "the first line");
    REQUIRE(lines[0].points[0].x == 10 && lines[0].points[0].y == -10 && lines[0].points[1].x == 11 &&
                lines[0].points[1].y == -11,
            "a point of the first line");
    REQUIRE(lines[1].length == 0 && !lines[1].points, "the second line is not empty");
    REQUIRE(lines[2].length == 1 && lines[2].points && lines[2].points->x == 20 && lines[2].points->y == -20,
            "the third line");
    REQUIRE(root->few == 127 && root->few_numbers, "the few numbers");
    double square = 0;
    for (int i = 0; i < 127; square += (2 * i + 1) / 2.0, i++)
        REQUIRE(root->few_numbers[i] == square, "one of the few numbers");
    REQUIRE(root->width == 1000 && root->height == 2 && root->pixels && root->colors, "the picture");
    REQUIRE(root->pixels[0] == 0 && root->pixels[1] == 33 && root->pixels[1985] == 65505 && root->pixels[1986] == 2 &&
                root->pixels[1999] == 431,
            "a pixel");
    uint8_t color = 0;
    for (int i = 0; i < 8000; i++, color = color == 250 ? 0 : (uint8_t)(color + 1))
        REQUIRE(root->colors[i] == color, "a color");
    REQUIRE(root->some == 2 && root->by_enum, "the array that an enum counts");
    REQUIRE(root->by_enum[0] == -9223372036854775807 - 1 && root->by_enum[1] == 9223372036854775807, "its numbers");
    REQUIRE(root->has_origin && root->origin && root->origin->x == 77 && root->origin->y == -77, "the origin");
    REQUIRE(root->matrix, "the matrix");
    for (int i = 0; i < 9; i++)
        REQUIRE(root->matrix[i] == (i == 4 ? 0 : i) && !__builtin_signbit(root->matrix[i]) == (i != 4),
                "a number of the matrix");
    REQUIRE(root->header.size == 5 && root->blob, "the blob");
    const unsigned char *blob = (const unsigned char *)root->blob;
    REQUIRE(blob[0] == 0 && blob[1] == 255 && blob[2] == 0 && blob[3] == 128 && blob[4] == 1, "a byte of the blob");
    REQUIRE(root->word_bytes == 12 && root->words, "the words");
    REQUIRE(root->words[0] == 3735928559u && root->words[1] == 0 && root->words[2] == 1, "a word");
    REQUIRE(root->row_count == 2 && root->rows, "the rows");
    for (int column = 0; column < 4; column++)
        REQUIRE(root->rows[0][column] == column && root->rows[1][column] == 100 + column, "a row's number");
    REQUIRE(root->letter_count == 4 && root->letters, "the letters");
    REQUIRE(root->letters[0] == 'a' && !root->letters[1] && root->letters[2] == 'b' && root->letters[3] == '\xFF',
            "a letter");
    REQUIRE(root->none_count == 0 && !root->none && !root->no_floats && !root->no_bytes, "something where nothing was");
    return NULL;
}

void cn_free(struct cn_counts *root) {
    for (unsigned i = 0; i < root->line_count; i++) free(root->lines[i].points);
    free(root->lines);
    free(root->few_numbers);
    free(root->pixels);
    free(root->colors);
    free(root->by_enum);
    free(root->origin);
    free(root->matrix);
    free(root->blob);
    free(root->words);
    free(root->rows);
    free(root->letters);
    free(root->none);
    free(root->no_floats);
    free(root->no_bytes);
    free(root);
}

struct cn_counts *cn_build_null_with_count(void) {
    struct cn_counts *counts = cn_build();
    counts->none_count = 3;
    return counts;
}

struct cn_counts *cn_build_negative_count(void) {
    struct cn_counts *counts = cn_build();
    counts->none = points_of(1, 0);
    counts->none_count = -1;
    return counts;
}

struct cn_counts *cn_build_odd_bytes(void) {
    struct cn_counts *counts = cn_build();
    counts->word_bytes = 11;
    return counts;
}

struct cn_counts *cn_build_pointer_without_count(void) {
    struct cn_counts *counts = cn_build();
    counts->none = points_of(1, 5);
    counts->no_bytes = make(1);
    return counts;
}

const char *cn_check_pointer_without_count(const struct cn_counts *root) {
    REQUIRE(root && root->none_count == 0 && !root->no_floats, "something where nothing was");
    REQUIRE(root->line_count == 3 && root->lines && root->lines[2].points->x == 20, "the lines");
    return NULL;
}
