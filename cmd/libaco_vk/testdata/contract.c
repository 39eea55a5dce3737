/* Problems in each form, options, errors and hostile arguments. */
#include "check.h"

enum { N = 12 };

static double x[N], y[N], distances[N * N];
static int32_t weights[N * N], tour[N];
static aco_vk_solver *solver;

static double along(const int32_t *t, int closed)
{
	double sum = 0;
	for (int i = 0; i + !closed < N; i++)
		sum += distances[t[i] * N + t[(i + 1) % N]];
	return sum;
}

static aco_vk_problem plane(void)
{
	aco_vk_problem p = ACO_VK_PROBLEM_INIT;
	p.n = N;
	p.x = x;
	p.y = y;
	return p;
}

static aco_vk_problem matrix(void)
{
	aco_vk_problem p = ACO_VK_PROBLEM_INIT;
	p.n = N;
	p.distances = distances;
	return p;
}

static aco_vk_problem whole(void)
{
	aco_vk_problem p = ACO_VK_PROBLEM_INIT;
	p.n = N;
	p.weights = weights;
	return p;
}

static aco_vk_options few(void)
{
	aco_vk_options o = ACO_VK_OPTIONS_INIT;
	o.iterations = 20;
	return o;
}

static int solve(aco_vk_problem p, aco_vk_options o, aco_vk_result *r)
{
	memset(tour, 0xff, sizeof tour);
	int code = aco_vk_solve(solver, &p, &o, tour, r);
	if (!code && !is_tour(tour, p.n)) {
		printf("no tour\n");
		failures++;
	}
	return code;
}

#define LENGTH_IS(r, want)                                                            \
	do {                                                                              \
		if (fabs((r).length - (want)) > 1e-9 * (want)) {                              \
			printf("line %d: length %.17g, want %.17g\n", __LINE__, (r).length, want); \
			failures++;                                                               \
		}                                                                             \
	} while (0)

static void forms(void)
{
	aco_vk_result r = ACO_VK_RESULT_INIT;
	IS(solve(plane(), few(), &r), ACO_VK_OK);
	LENGTH_IS(r, along(tour, 1));
	IS(strcmp(r.stop, "iterations"), 0);
	IS(r.iterations, 20);
	IS(strcmp(r.device, "the processor"), 0);
	double shortest = r.length;

	IS(solve(matrix(), few(), &r), ACO_VK_OK);
	LENGTH_IS(r, along(tour, 1));
	LENGTH_IS(r, shortest);

	IS(solve(whole(), few(), &r), ACO_VK_OK);
	double sum = 0;
	for (int i = 0; i < N; i++)
		sum += weights[tour[i] * N + tour[(i + 1) % N]];
	LENGTH_IS(r, sum);

	double pairs[2 * N];
	for (int i = 0; i < N; i++) {
		pairs[2 * i] = x[i];
		pairs[2 * i + 1] = y[i];
	}
	aco_vk_problem p = plane();
	p.x = pairs;
	p.y = pairs + 1;
	p.stride = 2;
	IS(solve(p, few(), &r), ACO_VK_OK);
	LENGTH_IS(r, shortest);

	IS(aco_vk_solve(solver, &p, NULL, tour, NULL), ACO_VK_OK);
	LENGTH_IS(r, along(tour, 1));
}

/* One city and two have one tour. */
static void one_and_two_cities(void)
{
	aco_vk_result r = ACO_VK_RESULT_INIT;
	aco_vk_problem p = plane();
	p.n = 1;
	IS(solve(p, few(), &r), ACO_VK_OK);
	LENGTH_IS(r, 0.0);
	p.n = 2;
	IS(solve(p, few(), &r), ACO_VK_OK);
	LENGTH_IS(r, 2 * hypot(x[1] - x[0], y[1] - y[0]));
	IS(strcmp(r.stop, "optimal"), 0);
}

static void options(void)
{
	aco_vk_result r = ACO_VK_RESULT_INIT;
	aco_vk_options o = few();
	int32_t ends[2] = {3, 8};
	o.path = ends;
	IS(solve(plane(), o, &r), ACO_VK_OK);
	IS(tour[0], 3);
	IS(tour[N - 1], 8);
	LENGTH_IS(r, along(tour, 0));
	ends[1] = ACO_VK_ANY;
	IS(solve(matrix(), o, &r), ACO_VK_OK);
	IS(tour[0], 3);
	LENGTH_IS(r, along(tour, 0));

	int32_t fixed[2] = {2, 9};
	aco_vk_problem p = plane();
	p.fixed = fixed;
	p.fixed_count = 1;
	IS(solve(p, few(), &r), ACO_VK_OK);
	int adjacent = 0;
	for (int i = 0; i < N; i++) {
		int a = tour[i], b = tour[(i + 1) % N];
		adjacent |= (a == 2 && b == 9) || (a == 9 && b == 2);
	}
	IS(adjacent, 1);

	o = few();
	o.initial = tour;
	int32_t first[N];
	for (int i = 0; i < N; i++)
		first[i] = i;
	o.initial = first;
	IS(solve(plane(), o, &r), ACO_VK_OK);

	o = few();
	o.target = 1e9;
	IS(solve(plane(), o, &r), ACO_VK_OK);
	IS(strcmp(r.stop, "target"), 0);

	o = few();
	o.algorithm = "mmas";
	o.seed = 0;
	IS(solve(plane(), o, &r), ACO_VK_OK);
	IS(strcmp(r.algorithm, "mmas"), 0);

	p = plane();
	p.metric = "manhattan";
	IS(solve(p, few(), &r), ACO_VK_OK);
	double sum = 0;
	for (int i = 0; i < N; i++) {
		int a = tour[i], b = tour[(i + 1) % N];
		sum += fabs(x[a] - x[b]) + fabs(y[a] - y[b]);
	}
	LENGTH_IS(r, sum);
}

static void refused_problems(void)
{
	aco_vk_problem p = plane();
	aco_vk_options o = few();
	IS(aco_vk_solve(NULL, &p, &o, tour, NULL), ACO_VK_CLOSED);
	IS(aco_vk_solve((aco_vk_solver *)&p, &p, &o, tour, NULL), ACO_VK_CLOSED);
	IS(aco_vk_solve(solver, NULL, &o, tour, NULL), ACO_VK_INVALID);
	SAYS("problem is NULL");
	IS(aco_vk_solve(solver, &p, &o, NULL, NULL), ACO_VK_INVALID);
	SAYS("tour is NULL");

	int64_t counts[] = {INT64_MIN, -1, 0, INT64_C(1) << 31, INT64_C(1) << 62, INT64_MAX};
	for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
		p = plane(), p.n = counts[i];
		IS(solve(p, o, NULL), ACO_VK_INVALID);
		p = matrix(), p.n = counts[i];
		IS(solve(p, o, NULL), ACO_VK_INVALID);
		p = whole(), p.n = counts[i];
		IS(solve(p, o, NULL), ACO_VK_INVALID);
		p = plane(), p.fixed = weights, p.fixed_count = counts[i];
		if (counts[i])
			IS(solve(p, o, NULL), ACO_VK_INVALID);
		p = plane(), p.stride = counts[i];
		if (counts[i])
			IS(solve(p, o, NULL), ACO_VK_INVALID);
	}
	p = matrix(), p.n = 46341;
	IS(solve(p, o, NULL), ACO_VK_INVALID);
	p = plane(), p.n = INT32_MAX;
	IS(solve(p, o, NULL), ACO_VK_TOO_LARGE);
	p = plane(), p.y = NULL;
	IS(solve(p, o, NULL), ACO_VK_INVALID);
	p = plane(), p.weights = weights;
	IS(solve(p, o, NULL), ACO_VK_INVALID);
	p = plane(), p.x = p.y = NULL;
	IS(solve(p, o, NULL), ACO_VK_INVALID);
	p = plane(), p.fixed_count = 1;
	IS(solve(p, o, NULL), ACO_VK_INVALID);
	p = plane(), p.metric = "furlong";
	IS(solve(p, o, NULL), ACO_VK_INVALID);
	SAYS("manhattan");
	p = matrix(), p.metric = "euclidean";
	IS(solve(p, o, NULL), ACO_VK_INVALID);

	int32_t fixed[] = {0, N, -1, 1, 4, 4};
	for (int i = 0; i < 6; i += 2) {
		p = plane(), p.fixed = fixed + i, p.fixed_count = 1;
		IS(solve(p, o, NULL), ACO_VK_INVALID);
	}
}

static void refused_numbers(void)
{
	double bad[] = {NAN, INFINITY, -INFINITY, -1, 1e300};
	for (int i = 0; i < 5; i++) {
		double x0 = x[0], d = distances[1];
		x[0] = bad[i];
		if (bad[i] != -1 && bad[i] != 1e300)
			IS(solve(plane(), few(), NULL), ACO_VK_INVALID);
		x[0] = x0;
		distances[1] = bad[i];
		if (bad[i] != INFINITY && bad[i] != 1e300)
			IS(solve(matrix(), few(), NULL), ACO_VK_INVALID);
		distances[1] = d;

		aco_vk_options o = few();
		o.time_limit = bad[i];
		IS(solve(plane(), o, NULL), ACO_VK_INVALID);
		SAYS("time_limit");
		o = few(), o.idle = bad[i];
		IS(solve(plane(), o, NULL), ACO_VK_INVALID);
		SAYS("idle");
		o = few(), o.device_time = bad[i];
		IS(solve(plane(), o, NULL), ACO_VK_INVALID);
		SAYS("device_time");
		o = few(), o.target = bad[i];
		if (bad[i] != 1e300)
			IS(solve(plane(), o, NULL), ACO_VK_INVALID);
	}
	weights[1] = -1;
	IS(solve(whole(), few(), NULL), ACO_VK_INVALID);
	weights[1] = weights[N];

	/* No tour: city 0 has one neighbour. */
	double row[N];
	memcpy(row, distances, sizeof row);
	for (int i = 2; i < N; i++)
		distances[i] = distances[i * N] = INFINITY;
	int code = solve(matrix(), few(), NULL);
	IS(code == ACO_VK_NO_TOUR || code == ACO_VK_INVALID, 1);
	for (int i = 0; i < N; i++)
		distances[i] = distances[i * N] = row[i];
}

static void refused_options(void)
{
	aco_vk_options o = few();
	o.iterations = -1;
	IS(solve(plane(), o, NULL), ACO_VK_INVALID);
	SAYS("iterations");
	o = few(), o.stall = INT64_MAX;
	IS(solve(plane(), o, NULL), ACO_VK_INVALID);
	o = few(), o.algorithm = "lkh";
	IS(solve(plane(), o, NULL), ACO_VK_INVALID);
	SAYS("algorithm");
	int32_t ends[2] = {0, N};
	o = few(), o.path = ends;
	IS(solve(plane(), o, NULL), ACO_VK_INVALID);
	SAYS("path");
	int32_t first[N] = {0};
	o = few(), o.initial = first;
	IS(solve(plane(), o, NULL), ACO_VK_INVALID);
	SAYS("initial");
}

static void refused_sizes(void)
{
	aco_vk_problem p = plane();
	aco_vk_options o = few();
	aco_vk_result r = ACO_VK_RESULT_INIT;
	size_t sizes[] = {0, 8, sizeof p - 1, SIZE_MAX};
	for (int i = 0; i < 4; i++) {
		p = plane(), p.size = sizes[i];
		IS(solve(p, o, &r), ACO_VK_INVALID);
		SAYS("problem.size");
	}
	p = plane();
	o.size = 8;
	IS(solve(p, o, &r), ACO_VK_INVALID);
	SAYS("options.size");
	o = few();
	r.size = 8;
	IS(solve(p, o, &r), ACO_VK_INVALID);
	SAYS("result.size");

	/* The struct of an earlier version ends before its last field. */
	o = few(), o.size = offsetof(aco_vk_options, device_time), o.device_time = -1;
	IS(solve(p, o, NULL), ACO_VK_OK);

	/* The structs of a later version, with a new field that is not set, and one that is. */
	struct {
		aco_vk_options now;
		int64_t later;
	} longer = {few(), 0};
	longer.now.size = sizeof longer;
	IS(aco_vk_solve(solver, &p, &longer.now, tour, NULL), ACO_VK_OK);
	longer.later = 1;
	IS(aco_vk_solve(solver, &p, &longer.now, tour, NULL), ACO_VK_INVALID);
	SAYS("lacks");
}

/* The warnings of the last run are a list, which the next call clears. */
static void warned(void)
{
	aco_vk_problem p = plane();
	IS(solve(p, few(), NULL), ACO_VK_OK);
	IS(aco_vk_warning(0) == NULL, 1);
	double latitudes[N] = {48, 48.1, 0, 48.1}, longitudes[N] = {7, 7, 0, 7};
	for (int i = 4; i < N; i++) {
		latitudes[i] = 48 + i * .01;
		longitudes[i] = 7.5;
	}
	p.x = latitudes;
	p.y = longitudes;
	p.metric = "haversine";
	IS(solve(p, few(), NULL), ACO_VK_OK);
	IS(aco_vk_warning(0) && !strcmp(aco_vk_warning(0), "city 2 is at latitude 0, longitude 0: is a coordinate missing?"), 1);
	IS(aco_vk_warning(1) && strstr(aco_vk_warning(1), "has the same coordinates as another one: city 1 and city 3"), 1);
	IS(aco_vk_warning(99) == NULL, 1);
	IS(*aco_vk_message(), 0);
	p.n = 0;
	IS(aco_vk_solve(solver, &p, NULL, tour, NULL), ACO_VK_INVALID);
	IS(aco_vk_warning(0) == NULL, 1);
}

/* Many problems have the tours that each has alone, and their own errors. */
static void many(void)
{
	enum { MANY = 5 };
	aco_vk_problem p[MANY] = {plane(), matrix(), plane(), whole(), plane()};
	aco_vk_result r[MANY];
	int32_t tours[MANY][N], *to[MANY];
	int codes[MANY] = {9, 9, 9, 9, 9};
	for (int i = 0; i < MANY; i++) {
		r[i] = (aco_vk_result)ACO_VK_RESULT_INIT;
		to[i] = tours[i];
	}
	p[2].n = 0;
	aco_vk_options o = few();
	IS(aco_vk_solve_many(solver, p, MANY, &o, to, r, codes), ACO_VK_INVALID);
	SAYS("problem 2: ");
	for (int i = 0; i < MANY; i++) {
		IS(codes[i], i == 2 ? ACO_VK_INVALID : ACO_VK_OK);
		if (i == 2)
			continue;
		aco_vk_result alone = ACO_VK_RESULT_INIT;
		IS(solve(p[i], o, &alone), ACO_VK_OK);
		IS(memcmp(tours[i], tour, sizeof tour), 0);
		IS(r[i].length == alone.length && r[i].iterations == alone.iterations, 1);
	}
	p[2] = plane(), p[2].metric = "haversine"; /* out of range */
	IS(aco_vk_solve_many(solver, p, MANY, NULL, to, NULL, NULL), ACO_VK_INVALID);
	IS(aco_vk_solve_many(solver, NULL, 0, NULL, NULL, NULL, NULL), ACO_VK_OK);

	/* What no problem can have is an error of all. */
	p[2] = plane();
	o.initial = tour;
	IS(aco_vk_solve_many(solver, p, MANY, &o, to, r, codes), ACO_VK_INVALID);
	SAYS("initial");
	IS(codes[0] == ACO_VK_INVALID && codes[MANY - 1] == ACO_VK_INVALID, 1);
	IS(aco_vk_solve_many(solver, p, SIZE_MAX, NULL, to, r, codes), ACO_VK_INVALID);
	SAYS("count");
	to[3] = NULL;
	IS(aco_vk_solve_many(solver, p, MANY, NULL, to, r, codes), ACO_VK_INVALID);
	SAYS("problem 3");
	IS(codes[0], ACO_VK_INVALID);
	IS(aco_vk_solve_many(solver, NULL, 1, NULL, to, r, codes), ACO_VK_INVALID);
	IS(aco_vk_solve_many(NULL, p, 1, NULL, to, r, codes), ACO_VK_CLOSED);
	IS(codes[0], ACO_VK_CLOSED);
}

int main(void)
{
	IS(*aco_vk_version() != 0, 1);
	IS(aco_vk_open("cpu", NULL), ACO_VK_INVALID);
	IS(aco_vk_open("no such device", &solver), ACO_VK_NO_DEVICE);
	IS(solver == NULL, 1);
	IS(aco_vk_open("cpu", &solver), ACO_VK_OK);
	IS(*aco_vk_message(), 0);

	scatter(x, y, N);
	for (int i = 0; i < N; i++) {
		for (int j = 0; j < N; j++) {
			distances[i * N + j] = hypot(x[i] - x[j], y[i] - y[j]);
			weights[i * N + j] = lround(distances[i * N + j]);
		}
	}
	forms();
	one_and_two_cities();
	options();
	many();
	warned();
	refused_problems();
	refused_numbers();
	refused_options();
	refused_sizes();

	IS(aco_vk_cancel(solver, 0), 0);
	IS(aco_vk_close(solver), ACO_VK_OK);
	IS(aco_vk_close(solver), ACO_VK_CLOSED);
	IS(aco_vk_close(NULL), ACO_VK_CLOSED);
	IS(aco_vk_cancel(solver, 0), -ACO_VK_CLOSED);
	IS(solve(plane(), few(), NULL), ACO_VK_CLOSED);
	printf("%d failures\n", failures);
	return failures != 0;
}
