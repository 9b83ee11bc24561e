/** The largest posted body in bytes, JSON or form; files are sent in multipart bodies, which have limits of their own. */
export const maxBodyBytes = 1_000_000;

/** The most bytes of a posted form: url-encoded, and as multipart, which may hold files. */
export interface FormLimits {
	maxBytes?: number;
	maxMultipartBytes?: number;
}

/** One field of a posted form. A name may occur more than once; a file field left empty has a file without a name. */
export interface PostedField {
	name: string;
	value: string | File;
	bytes: number;
}
