import { formatCount } from "#app/format/numbers";
import { ChosenInputs } from "#app/list/bulk/bulk-dialog";
import type { Chosen } from "#app/list/bulk/chosen-rows";
import { Button } from "#app/ui/button";
import { SignedInForm } from "#app/ui/form/form";

interface AddToReleaseProps {
	into: { id: string; total: number; stageName: string };
	chosen: Chosen;
	total: number | undefined;
}

/** Adds the selected applicants to the release that the user is preparing for the same stage. */
export const AddToRelease = ({ into, chosen, total }: AddToReleaseProps) => (
	<SignedInForm
		method="post"
		className="flex flex-wrap items-center justify-between gap-2 rounded-md border border-line px-3 py-2"
	>
		<ChosenInputs {...chosen} total={total} />
		<span className="min-w-0">
			You are preparing a release of {formatCount(into.total, "applicant")} to {into.stageName}.
		</span>
		<Button size="small" name="into" value={into.id}>
			Add to it
		</Button>
	</SignedInForm>
);
