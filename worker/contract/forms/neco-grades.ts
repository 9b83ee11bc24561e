/** The meaning of each grade of a NECO result (§9). */
const gradeLabels: Record<string, string> = {
	A1: "Excellent",
	B2: "Very good",
	B3: "Good",
	C4: "Credit",
	C5: "Credit",
	C6: "Credit",
	D7: "Pass",
	E8: "Pass",
	F9: "Fail",
};

/** Grades that count as a credit: A1 to C6. */
const credits = new Set(["A1", "B2", "B3", "C4", "C5", "C6"]);

export const isCredit = (grade: string): boolean => credits.has(grade);

/** Checks whether a subject is one without which hardly a course is offered: English language or Mathematics. */
export const isCoreSubject = (name: string): boolean =>
	/^(use of )?english( language)?$|^(general )?mathematics$/i.test(name.trim());

export const necoGrades: readonly string[] = Object.keys(gradeLabels);

/** 'A1' → 'A1 Excellent'; an unknown grade stays as it is. */
export const necoGradeLabel = (grade: string): string => {
	const label = Object.hasOwn(gradeLabels, grade) ? gradeLabels[grade] : undefined;
	return label ? `${grade} ${label}` : grade;
};
