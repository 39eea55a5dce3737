/* Solves twenty places on the processor and prints their order. */
#include <stdio.h>

#include "aco_vk.h"

enum { CITIES = 20 };

/* Called during the run; another value than 0 would end it. */
static int progress(const aco_vk_progress *now, void *user)
{
	*(double *)user = now->length;
	return 0;
}

int main(void)
{
	double x[CITIES], y[CITIES], best = 0;
	for (int i = 0; i < CITIES; i++) {
		x[i] = i * 37 % 100;
		y[i] = i * 61 % 100;
	}

	aco_vk_solver *solver;
	if (aco_vk_open("cpu", &solver)) {
		fprintf(stderr, "%s\n", aco_vk_message());
		return 1;
	}

	aco_vk_problem problem = ACO_VK_PROBLEM_INIT;
	problem.n = CITIES;
	problem.x = x;
	problem.y = y;

	aco_vk_options options = ACO_VK_OPTIONS_INIT;
	options.time_limit = 60; /* it ends sooner: few cities are proved optimal */
	options.progress = progress;
	options.user = &best;

	int32_t tour[CITIES];
	aco_vk_result result = ACO_VK_RESULT_INIT;
	if (aco_vk_solve(solver, &problem, &options, tour, &result)) {
		fprintf(stderr, "%s\n", aco_vk_message());
		return 1;
	}
	printf("length %.3f, %s\n", result.length, result.stop);
	for (int i = 0; i < CITIES; i++)
		printf("%d%c", tour[i], i + 1 < CITIES ? ' ' : '\n');

	return aco_vk_close(solver);
}
