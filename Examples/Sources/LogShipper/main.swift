LogShipper.run()
