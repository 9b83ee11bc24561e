import { useNavigate } from "@remix-run/react";
import { ArrowRight, ChevronLeft, ChevronRight, Maximize2 } from "lucide-react";
import { useMemo } from "react";
import { fullName } from "#app/format/names";
import { sheetSearch } from "#app/routes/applicants/list-address";
import type { SheetAddress, SheetData } from "#app/routes/applicants/sheet";
import { withStep } from "#app/routes/applicants/sheet-header";
import { sheetKeys } from "#app/routes/applicants/sheet-keys";
import { type Command, useCommands } from "#app/shell/commands";

/** The open applicant by keyboard: `j k` next and previous, `s` and `1`–`9` stages, `m` size, `[ ]` tabs. */
export const useSheetCommands = ({ applicant, steps, neighbours, mayMove }: SheetData, address: SheetAddress): void => {
	const navigate = useNavigate();
	const { base, list, search, path } = address;
	const commands = useMemo<Command[]>(() => {
		const go = (to: string) => navigate(to, { preventScrollReset: true });
		const here = `${base}/${applicant.id}`;
		const tabs = [here, `${here}/activity-log`];
		const tab = path.endsWith("/activity-log") ? 1 : 0;
		const toTab = (index: number) => go((tabs[index] ?? here) + search);
		const name = fullName(applicant);
		const moving: Command[] = mayMove
			? [
					{
						...sheetKeys.stage,
						title: `Change the stage of ${name}…`,
						group: "Applicant",
						icon: ArrowRight,
						run: () => go(`${here}/stage${search}`),
					},
					...steps.map(
						(step, index): Command => ({
							id: `applicant-stage-${step.id}`,
							title: `Move ${name} to`,
							group: "Applicant",
							icon: ArrowRight,
							keywords: step.name,
							keys: index < 9 ? [String(index + 1)] : undefined,
							stage: step,
							disabled: step.id === applicant.stageId ? "The applicant is at this stage" : undefined,
							run: () => go(`${here}/stage${withStep(search, step.id)}`),
						}),
					),
				]
			: [];
		return [
			{
				...sheetKeys.next,
				group: "Applicant",
				icon: ChevronRight,
				disabled: neighbours.nextId ? undefined : "This is the last one",
				run: () => go(`${base}/${neighbours.nextId}${search}`),
			},
			{
				...sheetKeys.previous,
				group: "Applicant",
				icon: ChevronLeft,
				disabled: neighbours.previousId ? undefined : "This is the first one",
				run: () => go(`${base}/${neighbours.previousId}${search}`),
			},
			...moving,
			{
				...sheetKeys.size,
				group: "Applicant",
				icon: Maximize2,
				run: () => go(path + sheetSearch(list, search === list)),
			},
			{ ...sheetKeys.nextTab, group: "Applicant", keyOnly: true, run: () => toTab(tab === 1 ? 0 : 1) },
			{ ...sheetKeys.previousTab, group: "Applicant", keyOnly: true, run: () => toTab(tab === 0 ? 1 : 0) },
		];
	}, [applicant, steps, neighbours, mayMove, base, list, search, path, navigate]);
	useCommands(commands);
};
