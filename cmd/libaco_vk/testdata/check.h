/* What the programs of the tests share. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aco_vk.h"

static int failures;

/* Notes a wrong answer with the message of the library. */
static void wrong(int line, const char *expression, long got, long want)
{
	printf("line %d: %s is %ld, want %ld: %s\n", line, expression, got, want, aco_vk_message());
	failures++;
}

#define IS(expression, want)                                                \
	do {                                                                    \
		long got_ = (expression), want_ = (want);                           \
		if (got_ != want_)                                                  \
			wrong(__LINE__, #expression, got_, want_);                      \
	} while (0)

/* The message has a text. */
#define SAYS(part)                                                                           \
	do {                                                                                     \
		if (!strstr(aco_vk_message(), part)) {                                               \
			printf("line %d: the message %s lacks %s\n", __LINE__, aco_vk_message(), part); \
			failures++;                                                                      \
		}                                                                                    \
	} while (0)

/* Whether a tour has each city once. */
static int is_tour(const int32_t *tour, int n)
{
	int right = 1;
	char *seen = calloc(n, 1);
	for (int i = 0; i < n; i++)
		right = right && tour[i] >= 0 && tour[i] < n && !seen[tour[i]]++;
	free(seen);
	return right;
}

/* Points without a pattern, the same in each run. */
static void scatter(double *x, double *y, int n)
{
	uint32_t state = 1;
	for (int i = 0; i < n; i++) {
		state = state * 1664525 + 1013904223;
		x[i] = state >> 12;
		state = state * 1664525 + 1013904223;
		y[i] = state >> 12;
	}
}
