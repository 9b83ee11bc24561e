import { useNavigate, useRevalidator } from "@remix-run/react";
import { ArrowRight } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { fullName } from "#app/format/names";
import { type ListAddress, listSearch } from "#app/routes/applicants/list-address";
import { moveSelection, previewSelection } from "#app/routes/applicants/move-selection";
import { batchStageUrl } from "#app/routes/applicants/selected-applicants";
import type { Selection } from "#app/routes/applicants/use-selection";
import { type Command, useCommands } from "#app/shell/commands";
import { useShell } from "#app/shell/shell-context";
import { describeStageType } from "#worker/contract/stage-types";
import type { ApplicantRow } from "#worker/services/applicants/contract";

interface ListCommands {
	base: string;
	address: ListAddress;
	rows: readonly ApplicantRow[];
	selection: Selection;
	steps: readonly { id: string; name: string; type: string }[];
	mayMove: boolean;
}

/**
 * The list by keyboard: `j k` move, `x` select, `⇧X` range, `⌘A` page, `Enter` open, `/` search, `f` filter.
 * @returns the id of the row the keyboard is at.
 */
export const useListCommands = ({
	base,
	address,
	rows,
	selection,
	steps,
	mayMove,
}: ListCommands): string | undefined => {
	const [cursor, setCursor] = useState<string>();
	const anchor = useRef<string>();
	const navigate = useNavigate();
	const { csrf } = useShell();
	const { revalidate } = useRevalidator();
	const at = rows.findIndex(({ id }) => id === cursor);

	useEffect(() => {
		if (cursor) document.getElementById(`row-${cursor}`)?.scrollIntoView({ block: "nearest" });
	}, [cursor]);

	const commands = useMemo<Command[]>(() => {
		const ids = rows.map(({ id }) => id);
		const move = (by: number) => setCursor(ids[Math.max(0, Math.min(ids.length - 1, at < 0 ? 0 : at + by))]);
		const current = rows[at];
		const selectRange = () => {
			const from = ids.indexOf(anchor.current ?? "");
			if (at < 0) return;
			selection.add(ids.slice(Math.min(from < 0 ? at : from, at), Math.max(from, at) + 1));
		};
		const rowKeys: Command[] = [
			{ id: "list-next", title: "Next row", group: "List", keys: ["j"], keyOnly: true, run: () => move(1) },
			{ id: "list-previous", title: "Previous row", group: "List", keys: ["k"], keyOnly: true, run: () => move(-1) },
			{
				id: "list-open",
				title: current ? `Open ${fullName(current)}` : "Open row",
				group: "List",
				keys: ["Enter"],
				keyOnly: true,
				disabled: current ? undefined : "No row is chosen",
				run: () => current && navigate(`${base}/${current.id}${listSearch(address)}`, { preventScrollReset: true }),
			},
			{
				id: "list-search",
				title: "Search in the list",
				group: "List",
				keys: ["/"],
				run: () => document.getElementById("list-search")?.focus(),
			},
			{
				id: "list-filter",
				title: "Filter the list",
				group: "List",
				keys: ["f"],
				run: () => document.getElementById("list-filters")?.focus(),
			},
		];
		if (!mayMove) return rowKeys;
		const selectKeys: Command[] = [
			{
				id: "list-select",
				title: "Select row",
				group: "List",
				keys: ["x"],
				keyOnly: true,
				run: () => {
					if (!current) return;
					anchor.current = current.id;
					selection.toggle(current.id);
				},
			},
			{
				id: "list-range",
				title: "Select up to this row",
				group: "List",
				keys: ["shift+X"],
				keyOnly: true,
				run: selectRange,
			},
			{
				id: "list-select-all",
				title: "Select every row of the page",
				group: "List",
				keys: ["mod+a"],
				run: () => selection.add(ids),
			},
		];
		if (selection.count === 0) return [...rowKeys, ...selectKeys];
		const chosen = [...selection.ids];
		return [
			...rowKeys,
			...selectKeys,
			{
				id: "selection-move",
				title: `Move ${selection.count} selected to stage…`,
				group: "Selection",
				icon: ArrowRight,
				keys: ["s"],
				run: () => navigate(batchStageUrl(base, address, chosen), { preventScrollReset: true }),
			},
			...steps.map(
				(step): Command => ({
					id: `selection-move-${step.id}`,
					title: `Move ${selection.count} selected to`,
					group: "Selection",
					icon: ArrowRight,
					keywords: `${step.name} ${describeStageType(step.type).label}`,
					stage: step,
					prompt: {
						label: `Why do ${selection.count} applicants move to ${step.name}?`,
						submitLabel: `Move ${selection.count}`,
						about: () => previewSelection({ base, address, ids: chosen, step }),
						run: async (reason) => {
							const moved = await moveSelection({ base, address, ids: chosen, step, reason, csrf });
							if (!moved.ok) return moved.error;
							selection.replace(moved.unmoved);
							revalidate();
						},
					},
				}),
			),
			{ id: "selection-clear", title: "Clear the selection", group: "Selection", run: selection.clear },
		];
	}, [rows, at, base, address, selection, steps, mayMove, navigate, csrf, revalidate]);
	useCommands(commands);
	return cursor;
};
