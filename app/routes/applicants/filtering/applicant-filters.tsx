import { Form, useSubmit } from "@remix-run/react";
import { Bookmark, Columns3, ListFilter, Search } from "lucide-react";
import { Fragment, type KeyboardEvent, type ReactNode, useContext, useEffect, useRef } from "react";
import { KeptFields } from "#app/list/kept-fields";
import { type ListAddress, listSearch, refilter, withSelected } from "#app/list/list-address";
import { enterRows, focusFirstRow } from "#app/list/rows";
import { sortLabel } from "#app/list/sorting";
import type { FilteredIds } from "#app/routes/applicants/filtering/choice-boxes";
import { factsIn } from "#app/routes/applicants/filtering/fact-labels";
import { FilterChoices, narrowedTo } from "#app/routes/applicants/filtering/filter-choices";
import { FilterControl } from "#app/routes/applicants/filtering/filter-control";
import type { ListFrame } from "#app/routes/applicants/list-body";
import type { LoadedList } from "#app/routes/applicants/load-list.server";
import { assignedChoices, assignedLabels, needLabels } from "#app/routes/applicants/need-groups";
import { useShell } from "#app/shell/shell-context";
import { useRouteAnswer } from "#app/shell/use-route-answer";
import { Button } from "#app/ui/button";
import { chipClass, FilterChip } from "#app/ui/chip";
import { focusPage } from "#app/ui/focus/keep-focus";
import { inputClass } from "#app/ui/form/control-class";
import { Glyph } from "#app/ui/glyph";
import { Kbd } from "#app/ui/kbd";
import { Link } from "#app/ui/link";
import { useDebouncedCallback } from "#app/ui/use-debounced";
import { ScriptsKnown, useHydrated } from "#app/ui/use-hydrated";

type Shared = Pick<ListFrame, "base" | "address" | "carried">;

interface ApplicantFiltersProps extends Shared, Pick<LoadedList, "levels" | "chosen"> {
	/** Leads to the groups that wait for the office. */
	needs: ReactNode;
}

/** The search box and the filters; each choice that is set has a chip beside its filter, which removes it. */
export const ApplicantFilters = ({ levels, chosen, needs, ...shared }: ApplicantFiltersProps) => {
	const { base, address, carried } = shared;
	const { organisation } = useShell();
	const hydrated = useHydrated();
	const { answer, isPending, ask } = useRouteAnswer("routes/applicants/filters", FilterChoices);
	const choices = answer?.ok ? narrowedTo(address.administrationLevelItemIds ?? [], answer.data) : undefined;
	const error = answer?.ok === false && !isPending ? answer.error : undefined;
	const askOnce = () => {
		if (!choices && !isPending) ask(`${base}/filters${listSearch({ applicationId: address.applicationId })}`);
	};
	const page = `${base}/filters${withSelected(listSearch(address), carried)}`;
	const to = (change: Partial<ListAddress>) => base + withSelected(refilter(address, change), carried);
	const without = (name: FilteredIds, id: string) => to({ [name]: address[name]?.filter((other) => other !== id) });
	const known = new Set(levels.map(({ name }) => name));
	const itemChips = (items: typeof chosen.items) =>
		items.map(({ id, name, level }) => (
			<FilterChip key={id} removeTo={without("administrationLevelItemIds", id)}>
				{name.startsWith(level) ? name : `${level}: ${name}`}
			</FilterChip>
		));
	const controls = [
		...levels.map(({ id, name }) => ({
			id,
			name: "administrationLevelItemIds" as const,
			label: name,
			choices: choices && (choices.levels.find((level) => level.id === id)?.items ?? []),
			chips: itemChips(chosen.items.filter(({ level }) => level === name)),
		})),
		{
			id: "courses",
			name: "courseIds" as const,
			label: organisation.aliases.course,
			choices: choices?.courses,
			chips: chosen.courses.map(({ id, code }) => (
				<FilterChip key={id} removeTo={without("courseIds", id)}>
					{code}
				</FilterChip>
			)),
		},
	];
	const opener = { base, address, onWanted: askOnce, error };
	const facts = factsIn(address, chosen.locations);
	const set =
		facts.length + chosen.items.length + chosen.courses.length + (address.needs ? 1 : 0) + (address.assigned ? 1 : 0);
	return (
		<div className="my-3 flex flex-wrap items-center gap-2 max-sm:my-2">
			<SearchBox {...shared} />
			<Link to={page} className={`${chipClass} sm:hidden`}>
				<Glyph icon={ListFilter} />
				<span className="sr-only">Filter</span>
				{set > 0 && <span className="tabular-nums">{set}</span>}
			</Link>
			{needs}
			{address.needs && <FilterChip removeTo={to({ needs: undefined })}>{needLabels[address.needs]}</FilterChip>}
			{controls.map(({ id, chips, ...control }, index) => (
				<Fragment key={id}>
					<FilterControl id={index === 0 ? "list-filters" : undefined} to={`${page}#${id}`} {...opener} {...control} />
					{chips}
				</Fragment>
			))}
			{itemChips(chosen.items.filter(({ level }) => !known.has(level)))}
			{/* why not without scripts: each of the others leads to the same page, and every list would be longer. */}
			{hydrated && (
				<FilterControl
					to={`${page}#assigned`}
					name="assigned"
					label="Assigned to"
					choices={assignedChoices}
					{...opener}
				/>
			)}
			{address.assigned && (
				<FilterChip removeTo={to({ assigned: undefined })}>{assignedLabels[address.assigned]}</FilterChip>
			)}
			{hydrated && <FilterControl to={`${page}#facts`} name="facts" label="More filters" facts={choices} {...opener} />}
			{facts.map(({ label, without }) => (
				<FilterChip key={label} removeTo={to(without)}>
					{label}
				</FilterChip>
			))}
			{address.sort && (
				<FilterChip removeTo={to({ sort: undefined })}>
					{sortLabel(address.sort, organisation.aliases.course)}
				</FilterChip>
			)}
			<span className="ml-auto flex max-lg:hidden">
				{[
					{ path: "columns", icon: Columns3, label: "Columns" },
					{ path: "views/new", icon: Bookmark, label: "Save view" },
				].map(({ path, icon, label }) => (
					<Link
						key={path}
						to={`${base}/${path}${withSelected(listSearch(address), carried)}`}
						preventScrollReset
						title={label}
						className="link-quiet"
					>
						<Glyph icon={icon} className="max-2xl:size-4.5 2xl:size-3.5" />
						<span className="max-2xl:sr-only">{label}</span>
					</Link>
				))}
			</span>
		</div>
	);
};

const searchDelayMs = 250;

/** Searches the list while the user types. Enter and ↓ lead to the rows, Enter to the only one found; Esc leaves. */
const SearchBox = ({ base, address, carried }: Shared) => {
	const submit = useSubmit();
	const hydrated = useHydrated();
	const scriptsKnown = useContext(ScriptsKnown);
	const searched = useRef(address.keyword ?? "");
	const isEntering = useRef(false);
	const send = (form: HTMLFormElement) => {
		const typed = input.current?.value.trim() ?? "";
		if (typed === searched.current) return false;
		searched.current = typed;
		submit(form, { replace: true, preventScrollReset: true });
		return true;
	};
	const search = useDebouncedCallback(send, searchDelayMs);
	const input = useRef<HTMLInputElement>(null);
	useEffect(() => {
		searched.current = address.keyword ?? "";
		// why here: the rows of this address are drawn.
		if (isEntering.current) enterRows();
		isEntering.current = false;
	}, [address]);
	const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
		const { form } = event.currentTarget;
		if (event.nativeEvent.isComposing || !form) return;
		if (event.key === "Enter") {
			event.preventDefault();
			if (send(form)) isEntering.current = true;
			else enterRows();
		}
		// why: a browser empties a search field at Esc.
		if (event.key === "Escape" || event.key === "ArrowDown") {
			event.preventDefault();
			if (!focusFirstRow()) focusPage();
		}
	};
	useEffect(() => {
		// why: removing the search elsewhere empties the box, but not while the user types.
		if (input.current && document.activeElement !== input.current) input.current.value = address.keyword ?? "";
	}, [address.keyword]);
	return (
		<Form
			method="get"
			action={base}
			className="relative max-w-65 min-w-0 grow basis-55 max-sm:max-w-none max-sm:basis-0"
			onChange={(event) => search(event.currentTarget)}
		>
			<KeptFields search={withSelected(refilter(address, { keyword: undefined }), carried)} />
			<Glyph icon={Search} className="pointer-events-none absolute top-2 left-2.5 text-text-3" />
			<input
				ref={input}
				id="list-search"
				type="search"
				name="q"
				aria-label="Search applicants"
				placeholder="Name, number, email"
				defaultValue={address.keyword ?? ""}
				maxLength={200}
				onKeyDown={onKeyDown}
				className={`${inputClass} h-8! pr-9 pl-8.5 placeholder-shown:text-ellipsis max-sm:pr-1.5 [&:placeholder-shown::-webkit-search-cancel-button]:hidden`}
			/>
			{hydrated && (
				<span aria-hidden className="pointer-events-none absolute top-1.75 right-2 max-sm:hidden">
					<Kbd>/</Kbd>
				</span>
			)}
			{!scriptsKnown && (
				<noscript>
					<Button size="small" className="absolute top-0.5 right-0.5">
						Search
					</Button>
				</noscript>
			)}
		</Form>
	);
};
