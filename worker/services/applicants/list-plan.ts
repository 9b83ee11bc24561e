/** How many rows each way to a page would read; the counts come from `applicant_counts`. */
interface Sizes {
	/** Rows of the list without the course filter. */
	listed: number;
	/** Rows of the list with it. */
	matched: number;
	/** Rows of the chosen courses at any stage. */
	ofCourses: number;
	/** Rows up to the end of the page. */
	reach: number;
}

export type ListPlan = "walk" | "gather";

/**
 * Chooses the cheaper way to a page of some courses: walk the list in order and skip other courses (many match), or
 * collect the rows of the courses and sort them (few match).
 */
export const cheaperPlan = ({ listed, matched, ofCourses, reach }: Sizes): ListPlan => {
	const walked = matched === 0 ? listed : Math.min(listed, reach * (listed / matched));
	return walked <= ofCourses ? "walk" : "gather";
};
