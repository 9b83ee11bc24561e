import { Form, useLocation, useSearchParams, useSubmit } from "@remix-run/react";
import type { ReactNode } from "react";
import { Button } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import type { Choice } from "#app/ui/form/choice";
import { FormErrors } from "#app/ui/form/form-errors";
import { SelectField } from "#app/ui/form/select-field";
import { useHydrated } from "#app/ui/use-hydrated";
import type { Result } from "#worker/contract/result";

interface BulkChoiceProps {
	/** The field named `to`; left out when there is no target. */
	children?: ReactNode;
	chosen: string | undefined;
	/** The consequences of the choice; null before there is one. */
	preview: Result<{ sentence: string; willChange: number }> | null;
}

interface TargetSelectProps {
	label: string;
	placeholder: string;
	options: readonly Choice[];
	chosen: string | undefined;
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
	button: string;
	children: ReactNode;
}

export const ChoiceForm = ({ own, button, children }: ChoiceFormProps) => {
	const submit = useSubmit();
	const hydrated = useHydrated();
	const { pathname } = useLocation();
	const [params] = useSearchParams();
	return (
		<Form
			method="get"
			action={pathname}
			preventScrollReset
			className="flex items-end gap-2"
			onChange={({ target, currentTarget }) =>
				// why: text typed to find a choice is not a choice yet.
				target instanceof HTMLSelectElement && submit(currentTarget, { replace: true, preventScrollReset: true })
			}
		>
			{[...params]
				.filter(([name]) => !own.includes(name))
				.map(([name, value]) => (
					<input key={`${name} ${value}`} type="hidden" name={name} value={value} />
				))}
			{children}
			{!hydrated && <Button>{button}</Button>}
		</Form>
	);
};

/** Chooses the target, and shows its consequences in numbers before anything changes. */
export const BulkChoice = ({ children, chosen, preview }: BulkChoiceProps) => (
	<>
		{children && (
			<ChoiceForm
				own={["to", "rows", "find", "foundBefore", "locationName", "locationPage"]}
				button={chosen ? "Review again" : "Continue"}
			>
				{children}
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
