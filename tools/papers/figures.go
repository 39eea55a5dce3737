package main

// figures are a paper's results for one instance; 0 where it has none.
type figures struct {
	zhouMS    float64 // Zhou et al. 2017, table C1, GPU-based: ms an iteration on a GTX 780
	uchidaMS  float64 // Uchida et al. 2014, table 3, GPU: ms of 100 iterations on a GTX 580, divided by 100
	zhouGPU   float64 // Zhou et al. 2017, table C6, GPU avg.: length after 1000 iterations, ten runs
	uchidaGPU float64 // Uchida et al. 2014, table 4, GPU: length after 100 iterations
}

var papers = map[string]figures{
	"d198":    {1.09, 2.6391, 17371, 16943},
	"a280":    {0, 5.0551, 0, 3101},
	"lin318":  {2.06, 8.9729, 47517, 47736},
	"pcb442":  {5.72, 11.5395, 61790, 62176},
	"rat783":  {37.64, 56.7315, 10994, 11061},
	"pr1002":  {61.62, 87.0632, 330234, 332608},
	"fl1577":  {270.73, 0, 26159, 0},
	"pr2392":  {1001.83, 2084.7818, 506913, 508109},
	"pcb3038": {3315.79, 3106.1366, 186871, 185570},
	"fnl4461": {8903.6, 0, 249887, 0},
}
