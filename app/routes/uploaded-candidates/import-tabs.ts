import { outcomeLooks, stateLooks } from "#app/routes/uploaded-candidates/import-rows";
import type { Tab } from "#app/ui/page/tabs";
import { type CandidateImport, rowOutcomes, rowStates } from "#worker/services/uploaded-candidates/imports.contract";

/** Which rows an address asks for. */
export const readRowFilter = (params: URLSearchParams) => ({
	outcome: rowOutcomes.find((outcome) => outcome === params.get("outcome")),
	state: rowStates.find((state) => state === params.get("state")),
});

/** All rows, those of each outcome, and of what became of them; those that there are. */
export const rowTabs = ({ rows, counts }: CandidateImport, here: string, params: URLSearchParams): Tab[] => {
	const { outcome, state } = readRowFilter(params);
	const all = { to: here, label: "All rows", current: !outcome && !state, count: rows };
	const outcomes = rowOutcomes.map((one) => ({
		to: `${here}?outcome=${one}`,
		label: outcomeLooks[one].label,
		current: one === outcome,
		count: counts[one] ?? 0,
	}));
	const states = rowStates.map((one) => ({
		to: `${here}?state=${one}`,
		label: stateLooks[one].label,
		current: one === state,
		count: counts[one] ?? 0,
	}));
	return [all, ...[...outcomes, ...states].filter(({ count, current }) => count > 0 || current)];
};
