import { useNavigate } from "@remix-run/react";
import { ArrowRight, ChevronLeft, ChevronRight, ChevronsRight, Mail, Maximize2, Pencil, Trash2 } from "lucide-react";
import { useMemo } from "react";
import { fullName } from "#app/format/names";
import { sheetSearch } from "#app/list/list-address";
import { currentTab, openedFrom, tabsOf } from "#app/list/sheet/sheet-tabs";
import type { Arriving } from "#app/routes/applicants/arriving";
import type { Refusals } from "#app/routes/applicants/refusals";
import type { SheetAddress, SheetData } from "#app/routes/applicants/sheet";
import { factsOf, withStep } from "#app/routes/applicants/sheet-header";
import { sheetKeys, stageKeys } from "#app/routes/applicants/sheet-keys";
import { privilegesAt } from "#app/session/may-call";
import { actionAddress, actionsFor } from "#app/shell/applicant-actions";
import { type Command, useCommands } from "#app/shell/commands";
import { useShell } from "#app/shell/shell-context";
import type { Neighbours } from "#worker/services/applicants/contract";

interface OpenApplicant {
	neighbours: Neighbours | undefined;
	/** The applicant that is being opened in place of this one: they are named already, so keys mean them. */
	arriving: Arriving | undefined;
	refusals: Refusals;
}

/** Adds the open applicant's keys: `j k` next and previous, `s` and `1`–`9` stages, `m` size, `[ ]` tabs. */
export const useSheetCommands = (
	{ applicant, steps, mayMove }: SheetData,
	address: SheetAddress,
	{ neighbours, arriving, refusals }: OpenApplicant,
): void => {
	const id = arriving?.id ?? applicant.id;
	const name = arriving ? (arriving.name ?? "the applicant") : fullName(applicant);
	const navigate = useNavigate();
	const isLeaving = arriving !== undefined;
	const { previousId, nextId } = arriving ?? neighbours ?? {};
	const nextUndecidedId = neighbours?.nextUndecidedId;
	const { user, organisation } = useShell();
	const { base, list, search, path } = address;
	const commands = useMemo<Command[]>(() => {
		const go = (to: string) => navigate(to, { preventScrollReset: true });
		const here = `${base}/${id}`;
		const tabPath = path.slice(`${base}/${applicant.id}`.length);
		const tabs = tabsOf(applicant);
		const shown = currentTab(tabs, here, here + tabPath);
		const toDialog = openedFrom(search, tabs[shown]?.path ?? "");
		const toTab = (by: number) => {
			const index = (Math.max(shown, 0) + by + tabs.length) % tabs.length;
			go(here + (tabs[index]?.path ?? "") + search);
		};
		const moving: Own[] = mayMove
			? [
					{
						...sheetKeys.undecided,
						icon: ChevronsRight,
						disabled: nextUndecidedId ? undefined : "Nobody below is undecided",
						run: () => go(`${base}/${nextUndecidedId}${search}`),
					},
					{
						...sheetKeys.stageAndOn,
						icon: ArrowRight,
						keywords: "decide advance comment proceed",
						run: () => go(`${here}/stage${search}${search ? "&" : "?"}goOn=on`),
					},
					{
						...sheetKeys.stage,
						title: `Move to stage: ${name}`,
						icon: ArrowRight,
						keywords: "change",
						run: () => go(`${here}/stage${search}`),
					},
					...steps.map(
						(step, index): Own => ({
							id: `applicant-stage-${step.id}`,
							title: `Move ${name} to`,
							icon: ArrowRight,
							keywords: step.name,
							keys: stageKeys(index),
							stage: step,
							disabled: isLeaving ? undefined : refusals.get(step.id),
							run: () => go(`${here}/stage${withStep(search, step.id)}`),
						}),
					),
				]
			: [];
		const awaited = mayMove && !isLeaving ? applicant.referees.filter(({ status }) => status !== "submitted") : [];
		const asking: Own[] = [
			...(awaited.length > 0
				? [
						{
							id: "applicant-referees",
							title: `Renotify referees: ${name}`,
							icon: Mail,
							run: () => go(`${here}/referees${search}`),
						},
					]
				: []),
			...awaited.flatMap((referee): Own[] => [
				{
					id: `applicant-referee-${referee.id}`,
					title: `Correct referee ${referee.name}`,
					icon: Pencil,
					run: () => go(`${here}/referees/${referee.id}${search}`),
				},
				{
					id: `applicant-no-referee-${referee.id}`,
					title: `Remove referee ${referee.name}`,
					icon: Trash2,
					run: () => go(`${here}/referees/${referee.id}/remove${search}`),
				},
			]),
		];
		const actions = actionsFor(privilegesAt(user, applicant), factsOf({ applicant }, organisation));
		const opening = tabs
			.filter((tab, index) => index !== shown && !actions.some(({ isTab, path }) => isTab && path === tab.path))
			.map(
				(tab): Own => ({
					id: `applicant-tab${tab.path}`,
					title: `${tab.label}: ${name}`,
					icon: ArrowRight,
					run: () => go(here + tab.path + search),
				}),
			);
		const all: Own[] = [
			{
				...sheetKeys.next,
				icon: ChevronRight,
				disabled: nextId ? undefined : "This is the last one",
				run: () => go(`${base}/${nextId}${search}`),
			},
			{
				...sheetKeys.previous,
				icon: ChevronLeft,
				disabled: previousId ? undefined : "This is the first one",
				run: () => go(`${base}/${previousId}${search}`),
			},
			...moving,
			...asking,
			...actions.map(
				(action): Own => ({
					id: `applicant-${action.id}`,
					title: `${action.label}: ${name}`,
					icon: action.icon,
					keys: action.keys,
					disabled: action.refusal,
					run: () =>
						action.reloadDocument
							? window.location.assign(here + action.path)
							: go(actionAddress(action, here, action.comesBack ? toDialog : search)),
				}),
			),
			...opening,
			{
				...sheetKeys.size,
				icon: Maximize2,
				run: () => go(here + tabPath + sheetSearch(list, search === list)),
			},
			{ ...sheetKeys.nextTab, keyOnly: true, run: () => toTab(1) },
			{ ...sheetKeys.previousTab, keyOnly: true, run: () => toTab(-1) },
		];
		return all.map((command): Command => ({ ...command, group: "Applicant" }));
	}, [
		id,
		name,
		isLeaving,
		applicant,
		steps,
		refusals,
		previousId,
		nextId,
		nextUndecidedId,
		mayMove,
		base,
		list,
		search,
		path,
		navigate,
		user,
		organisation,
	]);
	useCommands(commands);
};

type Own = Omit<Command, "group">;
