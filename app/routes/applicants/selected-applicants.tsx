import { ArrowRight } from "lucide-react";
import { formatNumber } from "#app/format/numbers";
import { AllMatchingLink, useIsAllChosen } from "#app/list/all-matching-chosen";
import { AllMatchingBar } from "#app/list/all-matching-chosen.server";
import { maxSelected } from "#app/list/list-address";
import { SelectionBar } from "#app/list/selection-bar";
import { selectionPages } from "#app/list/selection-pages";
import { useSelectedCount } from "#app/list/use-selection";
import type { ListFrame } from "#app/routes/applicants/list-body";
import { useSelectionCommands } from "#app/routes/applicants/use-selection-commands";
import { useShell } from "#app/shell/shell-context";
import { Button } from "#app/ui/button";
import { drawnLater } from "#app/ui/drawn-later";
import { Kbd } from "#app/ui/kbd";
import { useHydrated } from "#app/ui/use-hydrated";

/** The actions on all that match, loaded only when the address selects all. */
const ChosenAll = drawnLater(AllMatchingBar, async () => (await import("#app/list/all-matching-bar")).AllMatchingBar);

interface SelectedApplicantsProps extends ListFrame {
	steps: readonly { id: string; name: string; type: string }[];
	total: number;
	isExact: boolean;
}

/** The actions on the selected applicants, or on all that match. */
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
