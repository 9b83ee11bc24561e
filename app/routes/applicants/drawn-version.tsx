import { useState } from "react";
import { versionName } from "#app/ui/form-fields/field-names";

/**
 * Says which version of the form the fields beside it were drawn from.
 * why: a live hint reads the form again; what stands in the fields still answers the version they were drawn from.
 */
export const DrawnVersion = ({ version }: { version: number }) => {
	const [drawn] = useState(version);
	return <input type="hidden" name={versionName} value={drawn} />;
};
