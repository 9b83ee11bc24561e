import { Form, useLocation, useSearchParams, useSubmit } from "@remix-run/react";
import type { ReactNode } from "react";
import { reviewButton } from "#app/list/bulk/reviewed";
import { Button } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import type { Choice } from "#app/ui/form/choice";
import { FormErrors } from "#app/ui/form/form-errors";
import { SelectField } from "#app/ui/form/select-field";
import { useHydrated } from "#app/ui/use-hydrated";
import type { Result } from "#worker/contract/result";

interface BulkChoiceProps {
	/** Draws the field named `to`, which belongs to this form; left out when there is no target. */
	choice: ((form: string | undefined) => ReactNode) | undefined;
	/** The form that is sent once a target was chosen. */
	form: string | undefined;
	/** The consequences of the choice; null before there is one. */
	preview: Result<{ sentence: string; willChange: number }> | null;
}

interface TargetSelectProps {
	label: string;
	placeholder: string;
	options: readonly Choice[];
	chosen: string | undefined;
	form: string | undefined;
}

export const TargetSelect = ({ chosen, ...select }: TargetSelectProps) => (
	<SelectField
		name="to"
		className="min-w-0 flex-1"
		defaultValue={chosen ?? ""}
		required
		autoFocusInDialog={!chosen}
		errors={useMissing("to", select.placeholder)}
		{...select}
	/>
);

/** Returns the error of a choice that was sent empty. why: the form asks for an address, and no action refuses it. */
export const useMissing = (name: string, error: string): string[] | undefined => {
	const [params] = useSearchParams();
	return params.get(name) === "" ? [error] : undefined;
};

interface ChoiceFormProps {
	/** The names of the form's own fields; it repeats all other parameters of the address. */
	own: readonly string[];
	/** The text of the button while nothing was chosen: without scripts it shows the choice. */
	button: string;
	/** The form that is sent once something was chosen, and that the fields belong to then: it must know of another choice. */
	form: string | undefined;
	children: ReactNode;
}

export const ChoiceForm = ({ own, button, form, children }: ChoiceFormProps) => {
	const submit = useSubmit();
	const hydrated = useHydrated();
	const { pathname } = useLocation();
	const [params] = useSearchParams();
	const repeated = [...params].filter(([name]) => !own.includes(name));
	return (
		<Form
			method="get"
			action={pathname}
			preventScrollReset
			className="flex items-end gap-2"
			onChange={({ target }) => {
				// why: text typed to find a choice is not a choice yet.
				if (!(target instanceof HTMLSelectElement)) return;
				const address = new URLSearchParams([...repeated, [target.name, target.value]]);
				submit(address, { action: pathname, replace: true, preventScrollReset: true });
			}}
		>
			{repeated.map(([name, value]) => (
				<input key={`${name} ${value}`} type="hidden" name={name} value={value} />
			))}
			{children}
			{!hydrated &&
				(form ? (
					<Button form={form} {...reviewButton}>
						Review again
					</Button>
				) : (
					<Button>{button}</Button>
				))}
		</Form>
	);
};

/** Chooses the target, and shows its consequences in numbers before anything changes. */
export const BulkChoice = ({ choice, form, preview }: BulkChoiceProps) => (
	<>
		{choice && (
			<ChoiceForm
				own={["to", "rows", "find", "foundBefore", "locationName", "locationPage"]}
				button="Continue"
				form={form}
			>
				{choice(form)}
			</ChoiceForm>
		)}
		{preview && !preview.ok && <FormErrors errors={[preview.problem.error]} />}
		{preview?.ok && (
			<Callout tone={preview.value.willChange > 0 ? "info" : "warning"} role="status">
				{preview.value.sentence}
			</Callout>
		)}
	</>
);
