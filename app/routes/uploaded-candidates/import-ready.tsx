import { useNavigation } from "@remix-run/react";
import { useState } from "react";
import { formatCount } from "#app/format/numbers";
import { addForm } from "#app/records/import/use-import-commands";
import type { ImportRefusal } from "#app/routes/uploaded-candidates/import-columns";
import { Button, LinkButton } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import { Checkbox } from "#app/ui/checkbox";
import { SignedInForm } from "#app/ui/form/form";
import type { CandidateImport } from "#worker/services/uploaded-candidates/imports.contract";

interface ImportReadyProps {
	found: CandidateImport;
	here: string;
	idempotencyKey: string;
	refusal: ImportRefusal | undefined;
}

/** "3 new, 3 with errors, left out": what there is none of is not named. */
export const countedRows = (counts: Record<string, number | undefined>): string => {
	const names = [
		["new", "new", "new"],
		["updated", "updated", "updated"],
		["unchanged", "unchanged", "unchanged"],
		["duplicate", "possible duplicate", "possible duplicates"],
		["wrong", "with an error, left out", "with errors, left out"],
	] as const;
	const parts = names.flatMap(([key, one, more]) => {
		const count = counts[key] ?? 0;
		return count > 0 ? formatCount(count, one, more) : [];
	});
	return parts.length === 0 ? "No rows." : `${parts.join(", ")}.`;
};

/** Shows how many rows of each outcome there are, and the button that imports them. */
export const ImportReady = ({ found, here, idempotencyKey, refusal }: ImportReadyProps) => {
	const navigation = useNavigation();
	const [addsDuplicates, setAddsDuplicates] = useState(false);
	const { new: fresh = 0, updated = 0, duplicate = 0, wrong = 0 } = found.counts;
	const changed = fresh + updated + (addsDuplicates ? duplicate : 0);
	return (
		<SignedInForm method="post" id={addForm} className="grid grid-cols-1 gap-3">
			<input type="hidden" name="intent" value="add" />
			<input type="hidden" name="idempotencyKey" value={idempotencyKey} />
			{refusal?.error && (
				<Callout tone="danger" role="alert">
					{refusal.error}
				</Callout>
			)}
			<p>{countedRows(found.counts)}</p>
			{duplicate > 0 && (
				<label htmlFor="add-duplicates" className="flex items-start gap-2.5">
					<Checkbox
						id="add-duplicates"
						name="addDuplicates"
						value="yes"
						checked={addsDuplicates}
						onChange={(event) => setAddsDuplicates(event.currentTarget.checked)}
					/>
					<span>
						Add the {formatCount(duplicate, "possible duplicate")} as new candidates. Otherwise they are in the file of
						rows that were not added.
					</span>
				</label>
			)}
			<div className="flex flex-wrap gap-2.5">
				<Button
					variant="primary"
					pending={navigation.formData?.get("intent") === "add"}
					disabled={fresh + updated + duplicate === 0}
				>
					{changed > 0 ? `Import ${formatCount(changed, "candidate")}` : "Import"}
				</Button>
				<LinkButton to={`${here}?step=columns`} preventScrollReset>
					Change the columns
				</LinkButton>
				{wrong + duplicate > 0 && (
					<LinkButton to={`${here}/failed-rows`} reloadDocument>
						Download rows with problems
					</LinkButton>
				)}
				<LinkButton to={`${here}/discard`} preventScrollReset>
					Discard
				</LinkButton>
			</div>
		</SignedInForm>
	);
};
