import { ArrowRight } from "lucide-react";
import { formatNumber } from "#app/format/numbers";
import { type ListAddress, listSearch, maxSelected, withSelected } from "#app/routes/applicants/list-address";
import type { Selection } from "#app/routes/applicants/use-selection";
import { Button } from "#app/ui/button";
import { Kbd } from "#app/ui/kbd";
import { SelectionBar } from "#app/ui/selection-bar";
import { useHydrated } from "#app/ui/use-hydrated";

/** Address of the dialog that moves the chosen applicants. */
export const batchStageUrl = (base: string, address: ListAddress, ids: Iterable<string>, stageId?: string): string => {
	const params = new URLSearchParams(withSelected(listSearch(address), ids));
	if (stageId) params.set("to", stageId);
	return `${base}/stage?${params}`;
};

/** What can be done with the chosen applicants. */
export const SelectedApplicants = ({ selection }: { selection: Selection }) => {
	const hydrated = useHydrated();
	const full = selection.count >= maxSelected;
	return (
		<SelectionBar summary={`${formatNumber(selection.count)} selected${full ? " (the most at once)" : ""}`}>
			{hydrated && (
				<Button type="button" variant="ghost" onClick={selection.clear}>
					Clear
				</Button>
			)}
			<Button form="selection" variant="primary" icon={ArrowRight}>
				Move to stage…
				{hydrated && <Kbd onAccent>S</Kbd>}
			</Button>
		</SelectionBar>
	);
};
