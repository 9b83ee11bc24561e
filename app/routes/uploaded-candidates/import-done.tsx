import { FileDown, Undo2 } from "lucide-react";
import { formatDateTime } from "#app/format/dates";
import { formatCount } from "#app/format/numbers";
import { useShell } from "#app/shell/shell-context";
import { LinkButton } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import type { CandidateImport } from "#worker/services/uploaded-candidates/imports.contract";

interface ImportDoneProps {
	found: CandidateImport;
	here: string;
	mayChange: boolean;
}

/** Shows the result of an import, and links to the rows that were not imported and to undo it. */
export const ImportDone = ({ found, here, mayChange }: ImportDoneProps) => {
	const { organisation } = useShell();
	const { status, counts, addedAt, addsDuplicates } = found;
	const { added = 0, failed = 0, wrong = 0, duplicate = 0, undone = 0, kept = 0 } = counts;
	const left = wrong + failed + (addsDuplicates ? 0 : duplicate);
	return (
		<div className="grid grid-cols-1 gap-3">
			<Callout tone={status === "undone" ? "info" : "success"} role="status">
				{status === "undone" ? (
					<p>
						The import was undone: {formatCount(undone, "candidate is", "candidates are")} as before
						{kept > 0 && `, ${formatCount(kept, "was", "were")} changed since and kept`}.
					</p>
				) : (
					<p>
						{formatCount(added, "candidate was", "candidates were")} imported
						{addedAt !== null && ` on ${formatDateTime(addedAt, organisation.timeZone)}`},{" "}
						{formatCount(left, "row was", "rows were")} not.
					</p>
				)}
			</Callout>
			<div className="flex flex-wrap gap-2.5">
				{left > 0 && (
					<LinkButton to={`${here}/failed-rows`} icon={FileDown} reloadDocument>
						Download the rows that were not imported
					</LinkButton>
				)}
				{mayChange && status === "added" && added > 0 && (
					<LinkButton to={`${here}/undo`} icon={Undo2} preventScrollReset>
						Undo this import
					</LinkButton>
				)}
			</div>
		</div>
	);
};
