import type { Background } from "#worker/feature-background";
import { runHandler } from "#worker/runs/run-kind";
import { courseChange, posting, review } from "#worker/services/assignments/assignment.bulk";

export const assignmentsBackground: Background = {
	runs: [runHandler(courseChange), runHandler(posting), runHandler(review)],
};
