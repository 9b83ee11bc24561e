import type { FormCol } from "#worker/contract/form-schema";

/** Are its answers files? */
export const takesFiles = ({ type }: FormCol): boolean => type === "file" || type === "camera";
