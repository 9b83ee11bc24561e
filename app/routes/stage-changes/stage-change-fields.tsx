import type { FieldMetadata } from "@conform-to/react";
import type { ReactNode } from "react";
import type { FoundLocations, LocationPage } from "#app/list/find-locations.server";
import { LocationField } from "#app/list/location-field";
import { ReasonField } from "#app/list/reason-field";
import type { OfferedReason } from "#app/shell/reasons/offered-reason";
import { fieldText } from "#app/ui/form/field-text";
import { SelectField } from "#app/ui/form/select-field";
import { TextareaField } from "#app/ui/form/textarea-field";
import type { WorkflowStep } from "#worker/services/workflows/contract";

interface StageChangeFieldsProps {
	fields: {
		stageId: FieldMetadata<string>;
		reason: FieldMetadata<string>;
		reasonId: FieldMetadata<string | null | undefined>;
		locationId: FieldMetadata<string | null | undefined>;
	};
	steps: readonly (WorkflowStep & { current: boolean })[];
	/** The first page of locations. */
	locations: LocationPage;
	/** The locations found by a search without scripts. */
	found?: FoundLocations | null;
	/** The stage, when it was chosen before and is only repeated. */
	chosen?: WorkflowStep;
	/** The reasons that the comment may begin with. */
	reasons: readonly OfferedReason[];
	/** What the stage sends. */
	children?: ReactNode;
}

/** Stage, comment and location, and what the stage sends (§4). */
export const StageChangeFields = (props: StageChangeFieldsProps) => {
	const { fields, steps, locations, found, chosen, reasons, children } = props;
	const { stageId, reason, locationId } = fields;
	const step = chosen ?? steps.find(({ id }) => id === stageId.value);
	return (
		<>
			{chosen ? (
				<input type="hidden" name={stageId.name} value={chosen.id} />
			) : (
				<SelectField
					key={stageId.key}
					name={stageId.name}
					id={stageId.id}
					defaultValue={fieldText(stageId.initialValue)}
					errors={stageId.errors}
					label="New stage"
					placeholder="Choose a stage"
					autoFocusInDialog={step === undefined}
					required
					options={steps.map(({ id, name, current }) => ({
						value: id,
						label: current ? `${name} (current)` : name,
						// why: a notice may make the chosen step the current one, but a disabled choice is not sent.
						disabled: current && id !== stageId.value,
					}))}
				/>
			)}
			{children}
			{reasons.length > 0 && (
				<ReasonField
					key={fields.reasonId.key}
					reasons={reasons}
					commentId={reason.id}
					chosen={fieldText(fields.reasonId.initialValue)}
				/>
			)}
			<TextareaField
				key={reason.key}
				name={reason.name}
				id={reason.id}
				defaultValue={fieldText(reason.initialValue)}
				errors={reason.errors}
				label="Comment"
				description="It is kept in the applicant's activity log."
				required
				autoFocusInDialog={step !== undefined}
			/>
			{locations.locations.length > 0 && (
				<LocationField key={locationId.key} field={locationId} first={locations} found={found} />
			)}
		</>
	);
};
