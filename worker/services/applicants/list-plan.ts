/** How many rows the ways to a page would read; the counts come from `applicant_counts`. */
interface Sizes {
	/** Rows of the list without the course filter. */
	listed: number;
	/** Rows of the list with it. */
	matched: number;
	/** Rows of the chosen courses at any stage. */
	ofCourses: number;
	/** Rows to pass over before the page, and on it. */
	reach: number;
}

export type ListPlan = "walk" | "gather";

/**
 * The cheaper way to a page of some courses: walk the list in order and leave out the other courses (many match), or
 * gather the courses' rows and sort them (few match).
 */
export const cheaperPlan = ({ listed, matched, ofCourses, reach }: Sizes): ListPlan => {
	const walked = matched === 0 ? listed : Math.min(listed, reach * (listed / matched));
	return walked <= ofCourses ? "walk" : "gather";
};
