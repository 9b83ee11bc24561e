import { useShell } from "#app/shell/shell-context";
import { capitalise } from "#worker/contract/text/capitalise";
import { formatDateTime } from "#worker/contract/text/dates";
import type { OneCandidate } from "#worker/services/uploaded-candidates/candidate.contract";
import { candidateFields } from "#worker/services/uploaded-candidates/contract";

/** Lists what staff have changed of a candidate, newest first. */
export const CandidateChanges = ({ changes }: { changes: OneCandidate["changes"] }) => {
	const { organisation } = useShell();
	const course = capitalise(organisation.aliases.course);
	const labels: Readonly<Record<string, string>> = { ...candidateFields, course };
	if (changes.length === 0) return null;
	return (
		<section aria-labelledby="candidate-changes" className="grid gap-1.5">
			<h3 id="candidate-changes" className="font-medium">
				Changes
			</h3>
			<ul className="grid gap-1 text-sm text-text-2">
				{changes.map(({ field, old, new: now, by, at }) => (
					<li key={`${field} ${at}`} className="wrap-anywhere">
						{labels[field] ?? field}: {old ?? "nothing"} became {now ?? "nothing"}. {by},{" "}
						{formatDateTime(at, organisation.timeZone)}
					</li>
				))}
			</ul>
		</section>
	);
};
