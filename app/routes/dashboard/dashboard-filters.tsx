import { Form, useNavigation } from "@remix-run/react";
import { ListFilter } from "lucide-react";
import type { ChangeEvent } from "react";
import { type DashboardAddress, periodChoices } from "#app/routes/dashboard/dashboard-address";
import { useShell } from "#app/shell/shell-context";
import { Button } from "#app/ui/button";
import { controlClass } from "#app/ui/form/control-class";
import { capitalise } from "#worker/contract/text/capitalise";

/** A value and its name. why no object: there are many, and each stands in the page. */
export type Choice = readonly [value: string, label: string];

interface DashboardFiltersProps {
	here: string;
	address: DashboardAddress;
	applications: readonly Choice[];
	items: readonly Choice[];
}

const selectClass = "control select-arrow dashboard-select";

/** Sends the form when a choice was made; a period by name replaces chosen days. */
const send = ({ currentTarget: { form, name, value } }: ChangeEvent<HTMLSelectElement>) => {
	if (!form || (name === "period" && value === "days")) return;
	form.requestSubmit();
};

/** What the statistics are about: each choice is in the address. */
export const DashboardFilters = ({ here, address, applications, items }: DashboardFiltersProps) => {
	const { course } = useShell().organisation.aliases;
	const isLoading = useNavigation().state === "loading";
	const sendDays = (input: HTMLInputElement, before: string | undefined) => {
		if (input.value === (before ?? "") || !input.form) return;
		const period = input.form.elements.namedItem("period");
		if (period instanceof HTMLSelectElement) period.value = "days";
		input.form.requestSubmit();
	};
	return (
		<Form
			// why: what another address has chosen replaces what is in the fields.
			key={JSON.stringify(address)}
			method="get"
			action={here}
			aria-label="Filters of the dashboard"
			preventScrollReset
			className="flex max-w-full flex-wrap items-center gap-2 print:hidden"
		>
			{applications.length > 0 && (
				<select
					name="application"
					aria-label="Application"
					defaultValue={address.application ?? ""}
					onChange={send}
					className={selectClass}
				>
					<option value="">All applications</option>
					<Options choices={applications} />
				</select>
			)}
			{items.length > 0 && (
				<select
					name="item"
					aria-label="Structure item"
					defaultValue={address.item ?? ""}
					onChange={send}
					className={selectClass}
				>
					<option value="">Whole structure</option>
					<Options choices={items} />
				</select>
			)}
			{address.course && (
				<select
					name="course"
					aria-label={capitalise(course)}
					defaultValue={address.course}
					onChange={send}
					className={selectClass}
				>
					<option value="">Every {course}</option>
					<option value={address.course}>Chosen {course}</option>
				</select>
			)}
			<select name="period" aria-label="Period" defaultValue={address.period} onChange={send} className={selectClass}>
				<Options choices={periodChoices.map(({ value, label }): Choice => [value, label])} />
			</select>
			{(
				[
					["from", "From"],
					["to", "To"],
				] as const
			).map(([name, label]) => (
				<label key={name} className="dashboard-day">
					<span>{label}</span>
					<input
						type="date"
						name={name}
						defaultValue={address[name]}
						// why not each change: a date is typed part by part.
						onBlur={({ currentTarget }) => sendDays(currentTarget, address[name])}
						className={controlClass()}
					/>
				</label>
			))}
			<Button icon={ListFilter} pending={isLoading}>
				Show
			</Button>
		</Form>
	);
};

const Options = ({ choices }: { choices: readonly Choice[] }) =>
	choices.map(([value, label]) => (
		<option key={value} value={value}>
			{label}
		</option>
	));
