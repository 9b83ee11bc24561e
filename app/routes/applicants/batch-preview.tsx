import { Form, useSubmit } from "@remix-run/react";
import { consequences } from "#app/routes/applicants/batch-sentences";
import { Button } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import { SelectField } from "#app/ui/form/select-field";
import { useHydrated } from "#app/ui/use-hydrated";
import type { EndpointResponse } from "#worker/contract/endpoint";
import type { Result } from "#worker/contract/result";
import type { previewBatch } from "#worker/services/applicants/contract";

interface BatchPreviewProps {
	steps: readonly { id: string; name: string }[];
	step: { id: string; name: string } | undefined;
	preview: Result<EndpointResponse<typeof previewBatch>> | null;
	/** The dialog's own address, kept when another stage is looked at. */
	params: readonly (readonly [string, string])[];
	action: string;
}

/** The stage to move to, and in numbers what that would do, before anything is done. */
export const BatchPreview = ({ steps, step, preview, params, action }: BatchPreviewProps) => {
	const submit = useSubmit();
	const hydrated = useHydrated();
	return (
		<>
			<Form
				method="get"
				action={action}
				preventScrollReset
				className="flex items-end gap-2"
				onChange={(event) => submit(event.currentTarget, { replace: true, preventScrollReset: true })}
			>
				{params
					.filter(([name]) => name !== "to")
					.map(([name, value]) => (
						<input key={`${name} ${value}`} type="hidden" name={name} value={value} />
					))}
				<SelectField
					name="to"
					label="New stage"
					className="flex-1"
					placeholder="Choose a stage"
					defaultValue={step?.id ?? ""}
					required
					autoFocusInDialog={!step}
					options={steps.map(({ id, name }) => ({ value: id, label: name }))}
				/>
				{!hydrated && <Button>{step ? "Look again" : "Continue"}</Button>}
			</Form>
			{preview && !preview.ok && (
				<Callout tone="danger" role="alert">
					{preview.problem.error}
				</Callout>
			)}
			{preview?.ok && (
				<Callout tone={preview.value.moves > 0 ? "info" : "warning"} role="status">
					{consequences(preview.value)}
				</Callout>
			)}
		</>
	);
};
