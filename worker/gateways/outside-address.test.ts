import { describe, expect, test } from "vitest";
import { refuseAddress } from "./outside-address";

const outside = { isLocal: false, ownOrigin: "https://portal.example.edu" };

describe("the address of a webhook", () => {
	test.each(["https://records.example.edu/hooks?x=1", "https://example.com:8443/", "https://xn--e1afmkfd.example/"])(
		"may be %s",
		(url) => expect(refuseAddress(url, outside)).toBeUndefined(),
	);

	test.each([
		["http://records.example.edu/", "https://"],
		["ftp://records.example.edu/", "https://"],
		["javascript:alert(1)", "https://"],
		["records.example.edu", "Enter an address"],
		["https://ada:secret@records.example.edu/", "password"],
		["https://portal.example.edu/api", "own"],
		["https://localhost/", "internet"],
		["https://localhost./", "internet"],
		["https://api.localhost/", "internet"],
		["https://intranet/", "internet"],
		["https://db.internal/", "internet"],
		["https://printer.home.arpa/", "internet"],
		["https://127.0.0.1/", "IP address"],
		["https://10.0.0.7/", "IP address"],
		["https://169.254.169.254/latest/meta-data", "IP address"],
		["https://8.8.8.8/", "IP address"],
		["https://0x7f000001/", "IP address"],
		["https://2130706433/", "IP address"],
		["https://0177.0.0.1/", "IP address"],
		["https://127.1/", "IP address"],
		["https://[::1]/", "IP address"],
		["https://[::ffff:127.0.0.1]/", "IP address"],
		["https://１２７.0.0.1/", "IP address"],
	])("is refused: %s", (url, reason) => expect(refuseAddress(url, outside)).toContain(reason));

	test("may be on this machine where the portal is", () => {
		expect(refuseAddress("http://localhost:9000/hook", { ...outside, isLocal: true })).toBeUndefined();
		expect(refuseAddress("ftp://localhost/", { ...outside, isLocal: true })).toContain("https://");
	});
});
