import { useNavigate, useRevalidator } from "@remix-run/react";
import { ArrowRight, CheckCheck } from "lucide-react";
import { useMemo } from "react";
import { formatNumber } from "#app/format/numbers";
import { selectAllMatching, useIsAllChosen } from "#app/list/all-matching-chosen";
import { AllMatchingBar } from "#app/list/all-matching-chosen.server";
import { confirmAbove } from "#app/list/bulk/confirm-count";
import { batchStageUrl, batchUrl, maxSelected } from "#app/list/list-address";
import { ClearLabel, clearClass, SelectionBar } from "#app/list/selection-bar";
import { selectionActions, selectionPages, withMove } from "#app/list/selection-pages";
import { useSelectedCount } from "#app/list/use-selection";
import type { ListFrame } from "#app/routes/applicants/list-body";
import { stageKeys } from "#app/routes/applicants/sheet-keys";
import { type Command, useCommands } from "#app/shell/commands";
import { useShell } from "#app/shell/shell-context";
import { useAfterPaint } from "#app/ui/after-paint";
import { Button } from "#app/ui/button";
import { drawnLater } from "#app/ui/drawn-later";
import { useHydrated } from "#app/ui/use-hydrated";
import { screenProblems } from "#worker/contract/screen-problems";
import { describeStageType } from "#worker/contract/stage-types";

/** The actions on all that match, loaded only when the address selects all. */
const ChosenAll = drawnLater(AllMatchingBar, async () => (await import("#app/list/all-matching-bar")).AllMatchingBar);

interface SelectedApplicantsProps extends ListFrame {
	steps: readonly { id: string; name: string; type: string }[];
	total: number;
	isExact: boolean;
}

export const SelectedApplicants = (props: SelectedApplicantsProps) => {
	const count = useSelectedCount(props.selection);
	// why: the tick is painted first, also by a slow machine.
	const shown = useAfterPaint(count);
	if (useIsAllChosen()) return <ChosenAll {...props} />;
	return (
		<>
			{count > 0 && <ChosenCommands {...props} count={count} />}
			{shown > 0 && <ChosenBar {...props} count={shown} />}
		</>
	);
};

/** The palette's commands and the keys: at once, since a key may follow the tick before the bar is there. */
const ChosenCommands = (props: SelectedApplicantsProps & { count: number }) => {
	useSelectionCommands(props);
	return null;
};

const ChosenBar = ({ count, ...props }: SelectedApplicantsProps & { count: number }) => {
	const hydrated = useHydrated();
	const { organisation, user } = useShell();
	const full = count >= maxSelected;
	return (
		<SelectionBar
			summary={
				<>
					{formatNumber(count)}
					<span className="max-sm:sr-only"> selected{full && " (the most at once)"}</span>
				</>
			}
			clear={
				hydrated && (
					<Button type="button" variant="ghost" className={clearClass} onClick={props.selection.clear}>
						<ClearLabel />
					</Button>
				)
			}
			actions={[
				...selectionActions(withMove(selectionPages(organisation, user.privileges), props.mayMove), (path) => ({
					form: { id: "selection", action: `${props.base}/${path}` },
				})),
				{ id: "all", icon: CheckCheck, ...selectAllMatching(props) },
			]}
		/>
	);
};

interface SelectionCommands extends Pick<ListFrame, "base" | "address" | "selection" | "mayMove"> {
	count: number;
	steps: readonly { id: string; name: string; type: string }[];
}

/** Loads the palette's move; undefined when its code cannot be loaded. */
const loadMove = () => import("#app/list/move-selection").catch(() => undefined);
const noLine = { ok: false, error: screenProblems.network.message } as const;

const useSelectionCommands = (props: SelectionCommands): void => {
	const { base, address, selection, count, steps, mayMove } = props;
	const navigate = useNavigate();
	const { csrf, organisation, user } = useShell();
	const { revalidate } = useRevalidator();
	const commands = useMemo<Command[]>(() => {
		const chosen = () => [...selection.get()];
		const onMoved = (unmoved: readonly string[]) => {
			selection.replace(unmoved);
			revalidate();
		};
		const go = (to: string) => navigate(to, { preventScrollReset: true });
		const moving: Own[] = [
			{
				id: "selection-move",
				title: `Move ${count} selected to stage…`,
				icon: ArrowRight,
				keys: ["s"],
				run: () => go(batchStageUrl(base, address, chosen())),
			},
			...steps.map(
				(step, index): Own => ({
					id: `selection-move-${step.id}`,
					title: `Move ${count} selected to`,
					icon: ArrowRight,
					keywords: `${step.name} ${describeStageType(step.type).label}`,
					stage: step,
					keys: stageKeys(index),
					// why: above this number the dialog asks for a confirmation.
					...(count > confirmAbove
						? { run: () => go(batchStageUrl(base, address, chosen(), step.id)) }
						: {
								prompt: {
									label: `Why ${count === 1 ? "does 1 applicant" : `do ${count} applicants`} move to ${step.name}?`,
									submitLabel: `Move ${count}`,
									preview: async () =>
										(await loadMove())?.previewMove({ base, address, ids: chosen(), step, csrf, onMoved }) ?? noLine,
								},
							}),
				}),
			),
		];
		const all: Own[] = [
			...(mayMove ? moving : []),
			...selectionPages(organisation, user.privileges).map(
				({ path, label, icon, keys }): Own => ({
					id: `selection-${path}`,
					title: `${label}: ${count} selected`,
					icon,
					keys,
					run: () => go(batchUrl(base, path, address, chosen())),
				}),
			),
			{ id: "selection-clear", title: "Clear the selection", run: selection.clear },
		];
		return all.map((command): Command => ({ ...command, group: "Selection" }));
	}, [base, address, selection, count, steps, mayMove, navigate, csrf, revalidate, organisation, user.privileges]);
	useCommands(commands);
};

type Own = Omit<Command, "group">;
