// The OpenID Connect provider dex with accounts of its own, on loopback, for the tests: `dex <port> <redirect address>`.
// It is dex's own server package; its command cannot be built from the module proxy alone.
package main

import (
	"context"
	"log"
	"log/slog"
	"net/http"
	"os"
	"time"

	"github.com/dexidp/dex/server"
	"github.com/dexidp/dex/server/signer"
	"github.com/dexidp/dex/storage"
	"github.com/dexidp/dex/storage/memory"
	"golang.org/x/crypto/bcrypt"
)

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

func main() {
	port, redirect := os.Args[1], os.Args[2]
	logger := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	hash := must(bcrypt.GenerateFromPassword([]byte("password of the tests"), 10))
	person := func(name string, groups ...string) storage.Password {
		return storage.Password{Email: name + "@example.org", Hash: hash, Username: name, UserID: "id-of-" + name, Groups: groups}
	}

	var store storage.Storage = memory.New(logger)
	store = storage.WithStaticClients(store, []storage.Client{
		{ID: "p4twin", Secret: "secret of the tests", Name: "P4Twin", RedirectURIs: []string{redirect}},
	})
	store = storage.WithStaticPasswords(store, []storage.Password{
		person("olga", "p4-ops"), person("vera", "sales"),
	}, logger)
	store = storage.WithStaticConnectors(store, []storage.Connector{{ID: "local", Type: "local", Name: "Email"}})

	keys := signer.LocalConfig{KeysRotationPeriod: "6h"}
	dex := must(server.NewServer(context.Background(), server.Config{
		Issuer:             "http://127.0.0.1:" + port + "/dex",
		Storage:            store,
		SkipApprovalScreen: true,
		Logger:             logger,
		Signer:             must(keys.Open(context.Background(), store, time.Hour, time.Now, logger)),
	}))
	log.Fatal(http.ListenAndServe("127.0.0.1:"+port, dex))
}
