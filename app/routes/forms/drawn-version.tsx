import { useState } from "react";
import { formName, versionName } from "#app/ui/form-fields/field-names";

/**
 * Says which form, and which version of it, the fields beside it were drawn from.
 * why: a notice reads the form again, or another one when the applicant was merged; what stands in the fields still
 * answers what they were drawn from.
 */
export const DrawnVersion = ({ version, formId }: { version: number; formId: string }) => {
	const [drawn] = useState({ version, formId });
	return (
		<>
			<input type="hidden" name={versionName} value={drawn.version} />
			<input type="hidden" name={formName} value={drawn.formId} />
		</>
	);
};
