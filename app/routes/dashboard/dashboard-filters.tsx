import { Form, useNavigation } from "@remix-run/react";
import { ListFilter } from "lucide-react";
import type { ChangeEvent, ReactNode } from "react";
import { WrongDays, wrongDayProps } from "#app/records/wrong-days";
import { ApplicationFilter, type Choice, type SearchedApplications } from "#app/routes/dashboard/application-filter";
import { type DashboardAddress, periodChoices } from "#app/routes/dashboard/dashboard-address";
import { useShell } from "#app/shell/shell-context";
import { Button } from "#app/ui/button";
import { controlClass } from "#app/ui/form/control-class";
import { useShownValue } from "#app/ui/form/use-shown-value";
import { capitalise } from "#worker/contract/text/capitalise";

interface DashboardFiltersProps {
	here: string;
	address: DashboardAddress;
	/** What is wrong with the chosen days; null for nothing. */
	wrongDays: string | null;
	applications: readonly Choice[];
	/** Where there are more applications than these: how they were searched. */
	searched: SearchedApplications | null;
	items: readonly Choice[];
}

const selectClass = "control select-arrow dashboard-select";

/** Sends the form when a choice was made; a period by name replaces chosen days. */
const send = ({ currentTarget: { form, name, value } }: ChangeEvent<HTMLSelectElement>) => {
	if (!form || (name === "period" && value === "days")) return;
	form.requestSubmit();
};

/** Sends the form with the days that are chosen in it. */
const sendDays = ({ form }: HTMLInputElement) => {
	if (!form) return;
	const period = form.elements.namedItem("period");
	if (period instanceof HTMLSelectElement) period.value = "days";
	form.requestSubmit();
};

/** What the statistics are about: each choice is in the address. */
export const DashboardFilters = ({
	here,
	address,
	wrongDays,
	applications,
	searched,
	items,
}: DashboardFiltersProps) => {
	const { course } = useShell().organisation.aliases;
	const isLoading = useNavigation().state === "loading";
	return (
		<Form
			method="get"
			action={here}
			aria-label="Filters of the dashboard"
			preventScrollReset
			className="flex max-w-full flex-wrap items-center gap-2 print:hidden"
		>
			{searched && <ApplicationFilter here={here} address={address} applications={applications} searched={searched} />}
			{!searched && applications.length > 0 && (
				<Filter name="application" label="Application" value={address.application}>
					<option value="">All applications</option>
					<Options choices={applications} />
				</Filter>
			)}
			{items.length > 0 && (
				<Filter name="item" label="Structure item" value={address.item}>
					<option value="">Whole structure</option>
					<Options choices={items} />
				</Filter>
			)}
			{address.course && (
				<Filter name="course" label={capitalise(course)} value={address.course}>
					<option value="">Every {course}</option>
					<option value={address.course}>Chosen {course}</option>
				</Filter>
			)}
			<Filter name="period" label="Period" value={address.period}>
				<Options choices={periodChoices.map(({ value, label }): Choice => [value, label])} />
			</Filter>
			<Day name="from" label="From" value={address.from} />
			<Day name="to" label="To" value={address.to} wrongDays={wrongDays} />
			<Button icon={ListFilter} pending={isLoading}>
				Show
			</Button>
			<WrongDays wrongDays={wrongDays} />
		</Form>
	);
};

interface FilterProps {
	name: string;
	label: string;
	value: string | undefined;
}

const Filter = ({ name, label, value = "", children }: FilterProps & { children: ReactNode }) => (
	<select
		ref={useShownValue<HTMLSelectElement>(value)}
		name={name}
		aria-label={label}
		defaultValue={value}
		onChange={send}
		className={selectClass}
	>
		{children}
	</select>
);

const Day = ({ name, label, value = "", wrongDays = null }: FilterProps & { wrongDays?: string | null }) => (
	<label className="dashboard-day">
		<span>{label}</span>
		<input
			ref={useShownValue<HTMLInputElement>(value)}
			{...wrongDayProps(wrongDays)}
			type="date"
			name={name}
			defaultValue={value}
			// why not each change: a date is typed part by part.
			onBlur={({ currentTarget }) => currentTarget.value !== value && sendDays(currentTarget)}
			className={controlClass()}
		/>
	</label>
);

const Options = ({ choices }: { choices: readonly Choice[] }) =>
	choices.map(([value, label]) => (
		<option key={value} value={value}>
			{label}
		</option>
	));
