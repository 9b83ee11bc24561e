import { fullName } from "#app/format/names";
import type { Candidate } from "#worker/services/uploaded-candidates/contract";

/** Returns the name of a candidate, or of a row that describes one. */
export const nameIn = ({ firstName = "", middleName, lastName = "" }: Candidate["data"]): string =>
	fullName({ firstName, middleName: middleName ?? null, lastName });
