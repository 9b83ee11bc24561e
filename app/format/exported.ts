import { formatCount } from "#app/format/numbers";

/** "48 applicants, 2 left out: no longer there." */
export const formatExported = ({ rows, leftOut }: { rows: number; leftOut: number }): string => {
	const missing = leftOut > 0 ? `, ${formatCount(leftOut)} left out: no longer there` : "";
	return `${formatCount(rows, "applicant")}${missing}.`;
};
