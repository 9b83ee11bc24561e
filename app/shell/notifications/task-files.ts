import { formatCount } from "#app/format/numbers";

/** "48 forms drawn, 2 applicants left out: no longer there." */
export const formatDrawn = ({ drawn, leftOut }: { drawn: number; leftOut: number }): string => {
	const missing = leftOut > 0 ? `, ${formatCount(leftOut, "applicant")} left out: no longer there` : "";
	return `${formatCount(drawn, "form")} made${missing}.`;
};

/** "48 applicants, 2 left out: no longer there." */
export const formatExported = ({ rows, leftOut }: { rows: number; leftOut: number }): string => {
	const missing = leftOut > 0 ? `, ${formatCount(leftOut)} left out: no longer there` : "";
	return `${formatCount(rows, "applicant")}${missing}.`;
};
