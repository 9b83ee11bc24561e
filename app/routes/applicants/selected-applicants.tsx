import { ArrowRight } from "lucide-react";
import { formatNumber } from "#app/format/numbers";
import { ChosenAll } from "#app/list/all-matching-actions";
import { AllMatchingLink, useIsAllChosen } from "#app/list/all-matching-chosen";
import { type ListAddress, maxSelected } from "#app/list/list-address";
import type { Selection } from "#app/list/selection";
import { SelectionBar } from "#app/list/selection-bar";
import { selectionPages } from "#app/list/selection-pages";
import { useSelectedCount } from "#app/list/use-selection";
import { useSelectionCommands } from "#app/routes/applicants/use-selection-commands";
import { useShell } from "#app/shell/shell-context";
import { Button } from "#app/ui/button";
import { Kbd } from "#app/ui/kbd";
import { useHydrated } from "#app/ui/use-hydrated";

interface SelectedApplicantsProps {
	selection: Selection;
	base: string;
	address: ListAddress;
	steps: readonly { id: string; name: string; type: string }[];
	mayMove: boolean;
	/** How many the list holds, and whether that is certain. */
	total: number;
	isExact: boolean;
}

/** What can be done with the chosen applicants, or with all that match. */
export const SelectedApplicants = (props: SelectedApplicantsProps) => {
	const count = useSelectedCount(props.selection);
	if (useIsAllChosen()) return <ChosenAll {...props} />;
	return (
		<>
			<AllMatchingLink {...props} />
			{count > 0 && <ChosenBar {...props} count={count} />}
		</>
	);
};

const ChosenBar = ({ count, ...props }: SelectedApplicantsProps & { count: number }) => {
	const hydrated = useHydrated();
	const { organisation, user } = useShell();
	useSelectionCommands({ ...props, count });
	const full = count >= maxSelected;
	return (
		<SelectionBar summary={`${formatNumber(count)} selected${full ? " (the most at once)" : ""}`}>
			{hydrated && (
				<Button type="button" variant="ghost" onClick={props.selection.clear}>
					Clear
				</Button>
			)}
			{selectionPages(organisation, user.privileges).map(({ path, label, icon }) => (
				<Button key={path} form="selection" formAction={`${props.base}/${path}`} icon={icon}>
					{label}
				</Button>
			))}
			{props.mayMove && (
				<Button form="selection" variant="primary" icon={ArrowRight}>
					Move to stage…
					{hydrated && (
						<span className="contents max-sm:hidden">
							<Kbd onAccent>S</Kbd>
						</span>
					)}
				</Button>
			)}
		</SelectionBar>
	);
};
